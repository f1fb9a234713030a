package io.trellara.handoff.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line's life of a run: preflight, run, status, run again, abandon. */
final class LocalRunIT {
    private static final int ROWS = 20_000;

    @SuppressWarnings("NullAway.Init")
    private static TestServer source;

    @SuppressWarnings("NullAway.Init")
    private static TestServer target;

    @SuppressWarnings("NullAway.Init")
    private ConnectionConfig from;

    @SuppressWarnings("NullAway.Init")
    private ConnectionConfig to;

    @SuppressWarnings("NullAway.Init")
    private Path config;

    @TempDir
    private Path folder;

    private final CommandLineRun line = new CommandLineRun();

    @BeforeAll
    static void startServers() {
        source = Servers.source(PostgresVersion.V17);
        target = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServers() throws SQLException {
        source.close();
        target.close();
    }

    @BeforeEach
    void fill() throws SQLException, IOException {
        from = source.newDatabase("shop");
        to = target.newDatabase("shop");
        TestServer.execute(
                from,
                "CREATE TABLE orders (id bigint PRIMARY KEY, item text, price numeric, at timestamptz)",
                "INSERT INTO orders SELECT g, 'item ' || g, g / 7.0, '2026-01-01Z'::timestamptz + g * interval '1 s'"
                        + " FROM generate_series(1, " + ROWS + ") g");
        config = CommandLineRun.yaml(folder, "public.orders", from, to);
    }

    private int handoff(String... words) {
        String[] all = new String[words.length + 2];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "--config";
        all[words.length + 1] = config.toString();
        return line.handoff(all);
    }

    private static String digest(ConnectionConfig database) throws SQLException {
        try (Connection connection = TestServer.open(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT count(*) || ' ' || md5(string_agg(o::text, '|' ORDER BY id)) FROM public.orders o")) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Test
    void preflight_run_status_change_runAgain_abandon() throws Exception {
        assertThat(handoff("preflight")).as(line.all()).isZero();
        assertThat(line.results()).contains("nothing stands against it");
        assertThat(handoff("status")).as(line.all()).isEqualTo(3);

        assertThat(handoff("run", "--local", "--until", "caught-up"))
                .as(line.all())
                .isZero();
        assertThat(line.notes()).contains("starting from the evidence alone");
        assertThat(digest(to)).isEqualTo(digest(from)).startsWith(ROWS + " ");
        assertThat(handoff("status", "--json")).as(line.all()).isZero();
        assertThat(line.results()).contains("\"state\" : \"streaming\"", "\"copied_rows\" : " + ROWS);

        TestServer.execute(
                from,
                "UPDATE orders SET price = -1 WHERE id % 10 = 0",
                "DELETE FROM orders WHERE id % 10 = 1",
                "UPDATE orders SET id = id + 100000 WHERE id % 10 = 2");
        assertThat(handoff("run", "--local", "--until", "caught-up"))
                .as(line.all())
                .isZero();
        assertThat(line.notes()).contains("starting from checkpoint");
        assertThat(digest(to)).isEqualTo(digest(from)).startsWith(ROWS * 9 / 10 + " ");

        TestServer.execute(from, "INSERT INTO orders SELECT -g FROM generate_series(1, 500) g");
        assertThat(handoff("run", "--local", "--until", "caught-up", "--fresh-state"))
                .as(line.all())
                .isZero();
        assertThat(line.notes()).contains("starting from the evidence alone");
        assertThat(digest(to)).isEqualTo(digest(from));

        assertThat(handoff("abandon")).as(line.all()).isZero();
        assertThat(line.results()).contains("dry run", "retains");
        assertThat(handoff("abandon", "--yes")).as(line.all()).isZero();
        assertThat(handoff("status")).as(line.all()).isEqualTo(4);
        assertThat(line.results()).contains("failed_recoverable", "abandoned by an operator");
        assertThat(handoff("run", "--local")).isEqualTo(4);
        assertThat(line.notes()).contains("RUN_HALTED");
    }
}
