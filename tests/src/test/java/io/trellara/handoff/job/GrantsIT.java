package io.trellara.handoff.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The grants that the deployment files hand out are enough, and no superuser is needed. */
final class GrantsIT {
    private static final Path GRANTS = Path.of("..", "deploy", "grants");

    @TempDir
    private Path folder;

    private static String[] statements(String file) throws IOException {
        String sql = Files.readString(GRANTS.resolve(file))
                .replaceAll("(?m)--.*$", "")
                .replace(":password", "'grants'");
        return Arrays.stream(sql.split(";", -1))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toArray(String[]::new);
    }

    /** What the demo's users at MySQL servers are granted is what operators are told to grant. */
    @ParameterizedTest
    @ValueSource(strings = {"source", "target"})
    void theDemoUsesWhatIsHandedOutForMysql(String side) throws IOException {
        String demo = "/io/trellara/handoff/demo/mysql/" + side + "-user.sql";
        try (InputStream in = Objects.requireNonNull(GrantsIT.class.getResourceAsStream(demo))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(Files.readString(GRANTS.resolve(side + "-mysql.sql")));
        }
    }

    @Test
    void aRunNeedsNoMore() throws Exception {
        try (TestServer source = Servers.source(PostgresVersion.V17);
                TestServer target = Servers.target(PostgresVersion.V17)) {
            ConnectionConfig from = source.newDatabase("shop");
            ConnectionConfig to = target.newDatabase("shop");
            TestServer.execute(
                    from,
                    "CREATE TABLE orders (id bigint PRIMARY KEY, item text)",
                    "INSERT INTO orders SELECT g, 'item ' || g FROM generate_series(1, 2000) g",
                    "CREATE PUBLICATION handoff_shop_orders_1 FOR TABLE orders");
            TestServer.execute(from, statements("source.sql"));
            TestServer.execute(to, statements("target.sql"));
            Path config = CommandLineRun.yaml(
                    folder,
                    "public.orders",
                    new ConnectionConfig(from.url(), "handoff", "grants"),
                    new ConnectionConfig(to.url(), "handoff", "grants"));
            CommandLineRun line = new CommandLineRun();
            assertThat(line.handoff("preflight", "--config", config.toString()))
                    .as(line.all())
                    .isZero();
            assertThat(line.handoff("run", "--local", "--until", "caught-up", "--config", config.toString()))
                    .as(line.all())
                    .isZero();
        }
    }
}
