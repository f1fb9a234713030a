package io.trellara.handoff.migration;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * One migration at a time in a database: a lock of the server, waited for up to a minute. Flyway's own lock begins
 * after the creation of the schema, on which two first starts would meet.
 */
final class MigrationLock implements AutoCloseable {
    private final MigrationServer server;
    private final Connection session;

    private MigrationLock(MigrationServer server, Connection session) {
        this.server = server;
        this.session = session;
    }

    static MigrationLock acquire(MigrationServer server) throws SQLException {
        Connection session = server.dataSource().getConnection();
        try {
            server.lock(session);
            return new MigrationLock(server, session);
        } catch (SQLException e) {
            session.close();
            throw e;
        }
    }

    /** Makes the schema where it is missing, and clears away what an earlier migration has left half-done. */
    void prepare(MigrationSet set) throws SQLException {
        server.prepare(session, set);
    }

    /** Ending the session releases the lock. */
    @Override
    public void close() throws SQLException {
        session.close();
    }
}
