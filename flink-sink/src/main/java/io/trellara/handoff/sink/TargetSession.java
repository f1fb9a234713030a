package io.trellara.handoff.sink;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import io.trellara.handoff.sink.types.LineConversion;
import io.trellara.handoff.sink.types.RelationMapping;
import io.trellara.handoff.sink.types.TargetVersion;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The sink's one connection to the target with what is bound to it: matched tables, staging tables, prepared
 * statements. Opened when first needed; after a failure it is closed and never used again. One thread.
 */
final class TargetSession implements AutoCloseable {
    private final TargetConnections connections;
    private final Constraints constraints;
    private final DatabaseKind source;
    private final Connection connection;
    private final StatementCache statements;
    private final Map<Relation, SessionTable> tables = new HashMap<>();
    private final Set<String> created = new HashSet<>();

    private TargetSession(TargetConnections connections, SinkConfig config) throws SQLException {
        this.connections = connections;
        this.constraints = config.constraints();
        this.source = config.source();
        this.connection = connections.getOrEstablishConnection();
        this.statements = new StatementCache(connection);
    }

    /** Connects; the session is outside a transaction. */
    static TargetSession open(SinkConfig config) throws SQLException {
        TargetConnections connections = new TargetConnections(config.connection(), config.run(), "sink");
        TargetSession session = new TargetSession(connections, config);
        try {
            if (config.constraints() == Constraints.REPLICA) {
                session.execute("SET session_replication_role = replica");
            }
            session.connection.setAutoCommit(false);
            return session;
        } catch (SQLException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** Called first in each transaction, after the fence. */
    void begin() throws SQLException {
        if (constraints == Constraints.DEFERRED) {
            execute("SET CONSTRAINTS ALL DEFERRED");
        }
    }

    Connection connection() {
        return connection;
    }

    /** The relation's table, matched when first asked for; throws TARGET_CHANGED where it does not fit. */
    SessionTable table(RelationSchema schema) throws SQLException {
        SessionTable known = tables.get(schema.relation());
        if (known != null) {
            return known;
        }
        TargetFacts facts = new TargetCatalog(connection)
                .find(schema.relation())
                .orElseThrow(() -> TargetTable.changed(schema, "no such table"));
        RelationMapping mapping = mapping(schema);
        TargetTable table = TargetTable.match(schema, facts, mapping);
        SessionTable made =
                new SessionTable(table, new TableStatements(table, tables.size()), table.conversion(mapping));
        tables.put(schema.relation(), made);
        return made;
    }

    PreparedStatement prepared(String sql) throws SQLException {
        return statements.get(sql);
    }

    /** Runs a prepared statement and returns the number of rows it touched. */
    long update(String sql) throws SQLException {
        return prepared(sql).executeLargeUpdate();
    }

    CopyPipe copy(String sql) throws SQLException {
        return new CopyPipe(connection, sql);
    }

    /** Runs DDL of a staging table once in the session's life. */
    void ensure(String ddl) throws SQLException {
        if (created.add(ddl)) {
            execute(ddl);
        }
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    void commit() throws SQLException {
        connection.commit();
    }

    /** Breaks the connection; what is not committed is rolled back by the server. */
    @Override
    public void close() {
        connections.close();
    }

    private RelationMapping mapping(RelationSchema schema) {
        return RelationMapping.of(source, DatabaseKind.POSTGRESQL, TargetVersion.CURRENT, schema);
    }

    /** A table, its statements, and how rows get into it. */
    record SessionTable(TargetTable table, TableStatements sql, LineConversion conversion) {
        RelationSchema schema() {
            return table.schema();
        }
    }
}
