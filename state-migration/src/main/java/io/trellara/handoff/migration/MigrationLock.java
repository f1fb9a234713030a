package io.trellara.handoff.migration;

import io.trellara.handoff.evidence.EvidenceSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * One migration at a time in a database: an advisory lock, waited for up to a minute. Flyway's own lock begins after
 * the creation of the schema, on which two first starts would meet.
 */
final class MigrationLock implements AutoCloseable {
    private static final long NUMBER = 0x7472656c6c617261L;

    private final Connection connection;

    private MigrationLock(Connection connection) {
        this.connection = connection;
    }

    static MigrationLock acquire(DataSource source) throws SQLException {
        Connection connection = source.getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET lock_timeout = '60s'");
            statement.execute("SELECT pg_catalog.pg_advisory_lock(" + NUMBER + ")");
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return new MigrationLock(connection);
    }

    /** Creates the schema where it is missing; a user without CREATE on the database can live with one made for him. */
    void createSchema() throws SQLException {
        try (Statement statement = connection.createStatement()) {
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

    /** Ending the session releases the lock. */
    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
