package io.trellara.handoff.bench;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.local.EmbeddedMysqlServer;
import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * A MySQL source and a target of either kind, durable, with the same settings for all contenders; no connection is
 * encrypted. One thread.
 */
final class MysqlBenchServers implements AutoCloseable {
    static final String DATABASE = "bench";
    static final String DESCRIPTION = "MySQL 9.7, flushed at every commit (sync_binlog = 1,"
            + " innodb_flush_log_at_trx_commit = 1), binary logs on";

    /** Wide enough that neither server writes pages out because it has to. */
    static final Map<String, String> SETTINGS = Map.of(
            "innodb-buffer-pool-size", "1G",
            "innodb-redo-log-capacity", "4G",
            "innodb-log-buffer-size", "64M",
            "binlog-row-metadata", "FULL");

    private static final long FEW_PAGES = 100;

    private final EmbeddedMysqlServer source;
    private final EmbeddedMysqlServer mysql;
    private final EmbeddedPostgresServer postgres;

    /** Starts all three; PostgreSQL has its data below {@code folder}. */
    MysqlBenchServers(Path folder) throws SQLException, IOException {
        source = EmbeddedMysqlServer.start(MysqlVersion.V9_7, SETTINGS);
        mysql = EmbeddedMysqlServer.start(MysqlVersion.V9_7, SETTINGS);
        postgres = EmbeddedPostgresServer.start(
                PostgresVersion.V17, BenchServers.SETTINGS, Files.createDirectories(folder.resolve("postgres")));
        try {
            side(source, "").execute("CREATE DATABASE " + DATABASE);
            side(mysql, "").execute("CREATE DATABASE " + DATABASE);
            BenchServers.sql(postgres, "postgres", "CREATE DATABASE " + DATABASE);
            postgres().execute("CREATE SCHEMA " + DATABASE);
        } catch (SQLException | RuntimeException e) {
            close();
            throw e;
        }
    }

    EmbeddedMysqlServer sourceServer() {
        return source;
    }

    BenchSide source() {
        return side(source, DATABASE);
    }

    private BenchSide mysql() {
        return side(mysql, DATABASE);
    }

    private BenchSide postgres() {
        return new BenchSide(postgres.connection(DATABASE), postgres.pid());
    }

    BenchSide target(DatabaseKind kind) {
        return kind == DatabaseKind.MYSQL ? mysql() : postgres();
    }

    /** As it is written. */
    static String name(DatabaseKind kind) {
        return kind == DatabaseKind.MYSQL ? "MySQL" : "PostgreSQL";
    }

    /** The GTIDs that the source has executed. */
    String executed() throws SQLException {
        try (Connection connection = source().open()) {
            return BenchServers.text(connection, "SELECT @@GLOBAL.gtid_executed")
                    .replace("\n", "");
        }
    }

    static BenchSide side(EmbeddedMysqlServer server, String database) {
        ConnectionConfig plain = new ConnectionConfig(
                server.url(database) + "?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                server.superuser(),
                server.password());
        return new BenchSide(plain, server.pid());
    }

    /** Writes out what all have to write, so that the next contender pays for itself alone. */
    void settle() throws SQLException {
        settle(source());
        settle(mysql());
        postgres().execute("CHECKPOINT");
    }

    static void settle(BenchSide mysql) throws SQLException {
        mysql.execute("SET GLOBAL innodb_max_dirty_pages_pct_lwm = 0", "SET GLOBAL innodb_max_dirty_pages_pct = 0");
        try (Connection connection = mysql.open()) {
            String clean = "SELECT -variable_value FROM performance_schema.global_status"
                    + " WHERE variable_name = 'Innodb_buffer_pool_pages_dirty'";
            BenchServers.await(connection, clean, -FEW_PAGES, () -> {});
        } finally {
            mysql.execute(
                    "SET GLOBAL innodb_max_dirty_pages_pct = DEFAULT",
                    "SET GLOBAL innodb_max_dirty_pages_pct_lwm = DEFAULT");
        }
    }

    /** Time and CPU used up to now at the source and that target. */
    Usage now(BenchSide target, long client) {
        return Usage.now(source.pid(), target.pid(), client);
    }

    @Override
    public void close() {
        source.close();
        mysql.close();
        postgres.close();
    }
}
