package io.trellara.handoff.migration;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.evidence.EvidenceSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Migrations in PostgreSQL: a script is a transaction, so nothing is ever half-done. */
final class PostgresMigrations implements MigrationServer {
    private static final long LOCK = 0x7472656c6c617261L;

    private final ConnectionConfig database;

    PostgresMigrations(ConnectionConfig database) {
        this.database = database;
    }

    @Override
    public DataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(database.url());
        source.setUser(database.username());
        source.setPassword(database.password());
        source.setApplicationName("trellara-handoff migrate");
        source.setConnectTimeout(10);
        return source;
    }

    @Override
    public void lock(Connection session) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute("SET lock_timeout = '60s'");
            statement.execute("SELECT pg_catalog.pg_advisory_lock(" + LOCK + ")");
        }
    }

    /** A user without CREATE on the database can live with a schema made for him. */
    @Override
    public void prepare(Connection session, MigrationSet set) throws SQLException {
        try (Statement statement = session.createStatement()) {
            boolean exists;
            try (ResultSet rows =
                    statement.executeQuery("SELECT pg_catalog.to_regnamespace('" + EvidenceSchema.NAME + "')")) {
                exists = rows.next() && rows.getString(1) != null;
            }
            if (!exists) {
                statement.execute("CREATE SCHEMA " + EvidenceSchema.NAME);
            }
        }
    }

    @Override
    public Optional<Finding> explain(MigrationSet set, SQLException failure) {
        return Optional.empty();
    }

    @Override
    public String observed(SQLException failure) {
        return "SQLSTATE " + failure.getSQLState();
    }
}
