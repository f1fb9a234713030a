package io.trellara.handoff.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a run waits for is in the evidence: the status command names it, wherever it is run, and says when it is over.
 */
final class WaitsIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private final CommandLineRun line = new CommandLineRun();

    /** The run, in a thread of its own: status has nothing but the evidence to go by. */
    private static CompletableFuture<Integer> start(CommandLineRun run, Path config) {
        return CompletableFuture.supplyAsync(
                () -> run.handoff("run", "--local", "--until", "caught-up", "--config", config.toString()),
                task -> new Thread(task, "run").start());
    }

    private JsonNode status(Path config) throws Exception {
        line.handoff("status", "--json", "--config", config.toString());
        return JSON.readTree(line.results().isEmpty() ? "{}" : line.results());
    }

    /** The wait of that kind, once it names a session. */
    private JsonNode awaited(Path config, String kind, CompletableFuture<Integer> run) throws Exception {
        Instant end = Instant.now().plus(LIMIT);
        while (Instant.now().isBefore(end) && !run.isDone()) {
            Optional<JsonNode> wait = wait(status(config), kind);
            if (wait.isPresent() && !wait.get().path("session_id").isNull()) {
                return wait.get();
            }
            LockSupport.parkNanos(200_000_000);
        }
        throw new AssertionError("nobody is named for " + kind + ": " + line.all());
    }

    private static Optional<JsonNode> wait(JsonNode status, String kind) {
        for (JsonNode wait : status.path("waits")) {
            if (wait.path("kind").asText().equals(kind)) {
                return Optional.of(wait);
            }
        }
        return Optional.empty();
    }

    private static void requireOver(JsonNode status, String kind) {
        JsonNode wait = wait(status, kind).orElseThrow();
        assertThat(wait.path("ended_at").isNull()).isFalse();
        assertThat(wait.path("waited_millis").asLong()).isGreaterThan(1_000);
        assertThat(status.path("waits_for").asText())
                .doesNotContain(wait.path("what").asText());
        assertThat(status.path("state").asText()).isIn(RunState.STREAM_HANDOFF_READY.text(), RunState.STREAMING.text());
    }

    @Test
    void statusNamesTheTransactionThatSlotCreationWaitsFor() throws Exception {
        try (TestServer source = Servers.source(PostgresVersion.V17);
                TestServer target = Servers.target(PostgresVersion.V17)) {
            ConnectionConfig from = source.newDatabase("shop");
            TestServer.execute(
                    from,
                    "CREATE TABLE orders (id int PRIMARY KEY, item text)",
                    "INSERT INTO orders SELECT g, 'secret ' || g FROM generate_series(1, 1000) g");
            Path config = CommandLineRun.yaml(folder, "public.orders", from, target.newDatabase("shop"));
            CommandLineRun run = new CommandLineRun();
            CompletableFuture<Integer> running;
            try (Connection writer = TestServer.open(from)) {
                writer.setAutoCommit(false);
                String xid = value(writer, "SELECT pg_current_xact_id()::text");
                String pid = value(writer, "SELECT pg_backend_pid()::text");
                Instant begun = Instant.now();
                running = start(run, config);
                JsonNode wait = awaited(config, "slot_creation", running);
                assertThat(wait.path("transaction_id").asText()).isEqualTo(xid);
                assertThat(wait.path("session_id").asText()).isEqualTo(pid);
                assertThat(wait.path("ended_at").isNull()).isTrue();
                assertThat(Instant.parse(wait.path("since").asText())).isBetween(begun, Instant.now());
                assertThat(Instant.parse(wait.path("held_since").asText()))
                        .isBetween(begun.minusSeconds(3), begun.plusSeconds(3));
                line.handoff("status", "--config", config.toString());
                assertThat(line.results())
                        .contains("waits for  slot creation waits for transaction " + xid + " of session " + pid
                                + ", open since ")
                        .contains("; waited for since ")
                        .doesNotContain("SELECT", "secret");
                writer.commit();
            }
            assertThat(running.join()).as(run.all()).isZero();
            requireOver(status(config), "slot_creation");
        }
    }

    @Test
    void statusNamesTheSessionThatHoldsATableLock() throws Exception {
        try (MysqlTestServer source = MysqlTestServer.startFair(MysqlVersion.V9_7);
                TestServer target = Servers.target(PostgresVersion.V17)) {
            ConnectionConfig from = source.newDatabase("shop");
            CommandLineRun run = new CommandLineRun();
            Path config;
            CompletableFuture<Integer> running;
            try (Connection holder = MysqlTestServer.open(from)) {
                String orders = value(holder, "SELECT DATABASE()") + ".orders";
                config = CommandLineRun.yaml(folder, orders, from, target.newDatabase("shop"));
                execute(holder, "CREATE TABLE orders (id int PRIMARY KEY, item text)");
                execute(holder, "INSERT INTO orders VALUES (1, 'secret 1'), (2, 'secret 2')");
                String id = value(holder, "SELECT CONNECTION_ID()");
                execute(holder, "LOCK TABLES orders WRITE");
                running = start(run, config);
                JsonNode wait = awaited(config, "table_locks", running);
                assertThat(wait.path("session_id").asText()).isEqualTo(id);
                assertThat(wait.path("what").asText()).contains("connection " + id, orders);
                assertThat(wait.path("ended_at").isNull()).isTrue();
                line.handoff("status", "--config", config.toString());
                assertThat(line.results()).contains("connection " + id).doesNotContain("secret");
                execute(holder, "UNLOCK TABLES");
            }
            assertThat(running.join()).as(run.all()).isZero();
            requireOver(status(config), "table_locks");
        }
    }

    private static String value(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private static void execute(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute(sql);
        }
    }
}
