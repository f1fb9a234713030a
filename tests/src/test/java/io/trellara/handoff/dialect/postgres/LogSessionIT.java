package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.Sources;
import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.LogSession;
import io.trellara.handoff.dialect.View;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TcpProxy;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Position;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The session that samples are read over, before a server that falls silent. */
final class LogSessionIT {
    private static final Duration AT_ONCE = Duration.ofSeconds(3);

    private static CompletableFuture<Boolean> ask(LogSession session, Position reached) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return session.read(reached).isPresent();
                    } catch (HandoffException unanswered) {
                        return false;
                    }
                },
                task -> new Thread(task, "asks").start());
    }

    @Test
    void isKeptAndNeitherItsOwnerNorItsCloseWaitsForASilentServer() throws Exception {
        try (TestServer server = Servers.source(PostgresVersion.V17)) {
            ConnectionConfig database = server.newDatabase("shop");
            TestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY)");
            try (TcpProxy proxy = TcpProxy.before(database)) {
                SourceConfig config = SourceUnderTest.config(proxy.to(database), 20_000, "public.t");
                Dialect dialect = Sources.of(config);
                String identity = dialect.identity().text();
                View view = dialect.openMainView(identity, waiting -> {});
                view.close();
                Position reached = view.ticket().boundary();
                LogSession session = dialect.openLog(identity);
                assertThat(session.read(reached)).isPresent();
                int connections = proxy.connections();
                assertThat(session.read(reached)).isPresent();
                assertThat(proxy.connections()).isEqualTo(connections);

                proxy.stall();
                CompletableFuture<Boolean> silent = ask(session, reached);
                assertThat(silent).succeedsWithin(Duration.ofSeconds(15)).isEqualTo(false);
                proxy.flow();
                assertThat(session.read(reached)).isPresent();

                proxy.stall();
                CompletableFuture<Boolean> broken = ask(session, reached);
                assertThat(broken).isNotDone();
                session.close();
                assertThat(broken).succeedsWithin(AT_ONCE).isEqualTo(false);
                proxy.flow();
                assertThat(session.read(reached)).isEmpty();
                dialect.dropSlot();
            }
        }
    }
}
