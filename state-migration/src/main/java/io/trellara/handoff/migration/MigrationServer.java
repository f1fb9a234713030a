package io.trellara.handoff.migration;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.Finding;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** What differs between the kinds of database in which Trellara's tables are made. */
interface MigrationServer {
    static MigrationServer of(ConnectionConfig database) {
        return switch (database.kind()) {
            case POSTGRESQL -> new PostgresMigrations(database);
            case MYSQL -> new MysqlMigrations(database);
        };
    }

    /** Sessions in which migrations run. */
    DataSource dataSource();

    /** Waits for up to a minute for the database's one lock of migrations; the end of the session releases it. */
    void lock(Connection session) throws SQLException;

    /** Makes the schema where it is missing, and clears away what an earlier migration has left half-done. */
    void prepare(Connection session, MigrationSet set) throws SQLException;

    /** Where an error says more than that the database refuses something: what to do about it. */
    Optional<Finding> explain(MigrationSet set, SQLException failure);

    /** An error by its numbers: the server's own message may hold values (R11). */
    String observed(SQLException failure);
}
