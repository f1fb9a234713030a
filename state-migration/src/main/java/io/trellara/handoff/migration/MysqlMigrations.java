package io.trellara.handoff.migration;

import com.mysql.cj.jdbc.MysqlDataSource;
import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.MissingDriver;
import io.trellara.handoff.evidence.EvidenceSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Migrations in MySQL. Its DDL commits by itself, so a script that breaks off leaves what it has done so far. Every
 * statement of ours may be run again, and the note of the failure is taken away before the next try.
 */
final class MysqlMigrations implements MigrationServer {
    private static final int LOCK_SECONDS = 60, NO_SUCH_DATABASE = 1049;

    /** Neither the right to make triggers nor the switch that lets everybody make them beside a binary log. */
    private static final int TRIGGER_NEEDS_SUPER = 1419;

    static {
        // Its thread would keep the class loader of every Flink job that was ever submitted.
        System.setProperty("com.mysql.cj.disableAbandonedConnectionCleanup", "true");
    }

    private final ConnectionConfig database;

    MysqlMigrations(ConnectionConfig database) {
        this.database = database;
    }

    @Override
    public DataSource dataSource() {
        try {
            return configured(new MysqlDataSource());
        } catch (NoClassDefFoundError e) {
            throw MissingDriver.mysql(ErrorCode.EVIDENCE_UNREACHABLE, e);
        }
    }

    private DataSource configured(MysqlDataSource source) {
        source.setUrl(database.url());
        source.setUser(database.username());
        source.setPassword(database.password());
        try {
            source.setConnectTimeout(10_000);
            source.setConnectionAttributes("program_name:trellara-handoff migrate");
            source.setAllowLoadLocalInfile(false);
            source.setSessionVariables("sql_mode='TRADITIONAL',time_zone='+00:00'"); // triggers keep their mode
        } catch (SQLException e) {
            throw new IllegalArgumentException("a setting that the driver does not take", e);
        }
        return source;
    }

    @Override
    public void lock(Connection session) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT get_lock('" + EvidenceSchema.NAME + " migration', " + LOCK_SECONDS + ")")) {
            if (!rows.next() || rows.getInt(1) != 1) {
                throw new SQLException("the lock was not granted", "HYT00");
            }
        }
    }

    /**
     * A user without CREATE on the database can live with one made for him, and without DELETE where nothing is left
     * half-done.
     */
    @Override
    public void prepare(Connection session, MigrationSet set) throws SQLException {
        String history = EvidenceSchema.NAME + "." + set.history();
        try (Statement statement = session.createStatement()) {
            if (!found(statement, "information_schema.schemata WHERE schema_name = '" + EvidenceSchema.NAME + "'")) {
                statement.execute("CREATE DATABASE IF NOT EXISTS " + EvidenceSchema.NAME
                        + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
            }
            if (found(
                            statement,
                            "information_schema.tables WHERE table_schema = '" + EvidenceSchema.NAME
                                    + "' AND table_name = '" + set.history() + "'")
                    && found(statement, history + " WHERE success = 0")) {
                statement.execute("DELETE FROM " + history + " WHERE success = 0");
            }
        }
    }

    @Override
    public Optional<Finding> explain(MigrationSet set, SQLException failure) {
        return switch (failure.getErrorCode()) {
            case TRIGGER_NEEDS_SUPER ->
                Optional.of(new Finding(
                        set.unreachable(),
                        database.toString(),
                        "error 1419: this user may not create triggers while the server writes a binary log",
                        "triggers, which keep the evidence append-only",
                        "SET GLOBAL log_bin_trust_function_creators = ON (on a managed service: in its parameter group)"
                                + " until the migration is done, or run handoff migrate as an administrator"));
            case NO_SUCH_DATABASE ->
                Optional.of(new Finding(
                        set.unreachable(),
                        database.toString(),
                        "error 1049: no such database",
                        "a database that exists",
                        "check the database's name in the URL"));
            default -> Optional.empty();
        };
    }

    @Override
    public String observed(SQLException failure) {
        return failure.getErrorCode() == 0
                ? "SQLSTATE " + failure.getSQLState()
                : "error " + failure.getErrorCode() + ", SQLSTATE " + failure.getSQLState();
    }

    private static boolean found(Statement statement, String what) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT 1 FROM " + what + " LIMIT 1")) {
            return rows.next();
        }
    }
}
