package io.trellara.handoff.bench;

import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.local.PostgresVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A source and a target server, durable, with the same settings for all contenders. One thread. */
final class BenchServers implements AutoCloseable {
    static final String DATABASE = "bench";
    static final String DESCRIPTION = "PostgreSQL 17 on both sides, durable";

    private static final long POLL_NANOS = 10_000_000;
    private static final long LIMIT_NANOS = 600_000_000_000L;

    /** Server checkpoints and vacuums are made between measurements, so that none falls into one by chance. */
    static final Map<String, String> SETTINGS = Map.of(
            "shared_buffers", "512MB",
            "max_wal_size", "16GB",
            "checkpoint_timeout", "1h",
            "autovacuum", "off");

    private final EmbeddedPostgresServer source;
    private final EmbeddedPostgresServer target;

    /** Starts both, with their data below {@code folder}. */
    BenchServers(Path folder) throws SQLException, IOException {
        source = start(folder.resolve("source"));
        target = start(folder.resolve("target"));
        try {
            sql(source, "postgres", "CREATE DATABASE " + DATABASE);
            sql(target, "postgres", "CREATE DATABASE " + DATABASE);
        } catch (SQLException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static EmbeddedPostgresServer start(Path folder) throws IOException {
        return EmbeddedPostgresServer.start(PostgresVersion.V17, SETTINGS, Files.createDirectories(folder));
    }

    EmbeddedPostgresServer source() {
        return source;
    }

    EmbeddedPostgresServer target() {
        return target;
    }

    void atSource(String... statements) throws SQLException {
        sql(source, DATABASE, statements);
    }

    void atTarget(String... statements) throws SQLException {
        sql(target, DATABASE, statements);
    }

    /** Writes out what both have to write, so that the next contender pays for itself alone. */
    void settle() throws SQLException {
        atSource("CHECKPOINT");
        atTarget("CHECKPOINT");
    }

    /** Time and CPU used up to now; {@code client} is the process between the servers, 0 for none. */
    Usage now(long client) {
        return Usage.now(source.pid(), target.pid(), client);
    }

    static void sql(EmbeddedPostgresServer server, String database, String... statements) throws SQLException {
        try (Connection connection = server.open(database);
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(statements)) {
                statement.execute(sql);
            }
        }
    }

    static long number(EmbeddedPostgresServer server, String sql) throws SQLException {
        try (Connection connection = server.open(DATABASE)) {
            return number(connection, sql);
        }
    }

    static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return String.valueOf(row.getString(1));
        }
    }

    /** Asks every ten milliseconds until the answer is at least {@code wanted}. */
    static void await(Connection connection, String sql, long wanted, Runnable alive) throws SQLException {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (number(connection, sql) < wanted) {
            alive.run();
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("not within ten minutes: " + sql);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** Waits until somebody streams from the slot, or nobody does. */
    void awaitSlot(String slot, boolean active, Runnable alive) throws SQLException {
        try (Connection connection = source.open(DATABASE)) {
            await(
                    connection,
                    "SELECT count(*) FROM pg_replication_slots WHERE slot_name = '%s' AND active = %s"
                            .formatted(slot, active),
                    1,
                    alive);
        }
    }

    /** Waits until the slot needs nothing of what is in the log now, so that the next round pays for itself alone. */
    void awaitAcknowledged(String slot, Runnable alive) throws SQLException {
        try (Connection connection = source.open(DATABASE)) {
            long end = number(connection, "SELECT pg_current_wal_flush_lsn() - '0/0'::pg_lsn");
            await(
                    connection,
                    "SELECT confirmed_flush_lsn - '0/0'::pg_lsn FROM pg_replication_slots WHERE slot_name = '" + slot
                            + "'",
                    end,
                    alive);
        }
    }

    @Override
    public void close() {
        source.close();
        target.close();
    }
}
