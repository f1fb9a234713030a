package io.trellara.handoff.sink;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.RuntimeProperty;
import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.JdbcStatement;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sink's one connection to a MySQL target, with the statements of matched tables. What the server only warns of has
 * altered or left out a value, and is a failure here (R10). One thread.
 */
final class MysqlSession implements AutoCloseable {
    /** Ways of writing SQL that will be given up some day; no value has suffered. */
    private static final Set<Integer> DEPRECATIONS = Set.of(1287, 1681, 3719, 3778);

    private final TargetConnections connections;
    private final DatabaseKind source;
    private final Connection connection;
    private final MysqlServer server;
    private final Map<Relation, MysqlStatements> tables = new HashMap<>();

    private MysqlSession(TargetConnections connections, DatabaseKind source) throws SQLException {
        this.connections = connections;
        this.source = source;
        this.connection = connections.getOrEstablishConnection();
        this.server = MysqlServer.read(connection);
    }

    /** Connects; the session is outside a transaction. */
    static MysqlSession open(SinkConfig config) throws SQLException {
        TargetConnections connections = new TargetConnections(config.connection(), config.run(), "sink");
        try {
            MysqlSession session = new MysqlSession(connections, config.source());
            if (!session.server.warns()) {
                throw new HandoffException(MysqlServer.silent());
            }
            if (config.constraints() == Constraints.REPLICA) {
                session.set("SET SESSION foreign_key_checks = OFF");
            }
            session.connection.setAutoCommit(false);
            return session;
        } catch (SQLException | RuntimeException e) {
            connections.close();
            throw e;
        }
    }

    Connection connection() {
        return connection;
    }

    MysqlServer server() {
        return server;
    }

    /** The statements for a relation, matched when first asked for; throws TARGET_CHANGED where it does not fit. */
    MysqlStatements table(RelationSchema schema) throws SQLException {
        MysqlStatements known = tables.get(schema.relation());
        if (known != null) {
            return known;
        }
        MysqlStatements made = MysqlTables.match(connection, source, schema, server);
        tables.put(schema.relation(), made);
        return made;
    }

    /** Runs a statement and returns the number of rows that it touched. */
    long update(RelationSchema schema, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            long rows = statement.executeLargeUpdate(sql);
            requireNoWarning(schema, statement);
            return rows;
        } catch (SQLException e) {
            throw SinkFailure.writing(schema, e);
        }
    }

    /** The same for a statement that may take any time: emptying a table of any size. */
    void updateAtLength(RelationSchema schema, String sql) throws SQLException {
        int limit = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, 0);
        long unused = update(schema, sql);
        connection.setNetworkTimeout(Runnable::run, limit);
    }

    /**
     * Loads blocks of new rows out of memory, converted as they are sent: the server works meanwhile. Data that the
     * client sends is loaded as if by IGNORE, whatever sql_mode says: a row that is there already is left out, a value
     * that does not fit is made to. Both are told, and are failures.
     */
    void load(RelationSchema schema, List<CopyBlock> blocks) throws SQLException {
        long rows = blocks.stream().mapToLong(CopyBlock::rows).sum();
        MysqlStatements table = table(schema);
        Iterator<CopyBlock> converted = blocks.stream()
                .map(block -> ConvertedRows.of(block, table.conversion()))
                .iterator();
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            long loaded = send(table.load(), new LoadedLines(converted, source), statement);
            requireNoWarning(schema, statement);
            if (loaded != rows) {
                throw SinkFailure.leftOut(schema, rows - loaded);
            }
        } catch (SQLException e) {
            throw SinkFailure.writing(schema, e);
        }
    }

    /** The driver may send local data for the length of this statement only, and then it has the lines to send. */
    long send(String load, InputStream lines, Statement statement) throws SQLException {
        RuntimeProperty<Boolean> sending = connection
                .unwrap(JdbcConnection.class)
                .getPropertySet()
                .getBooleanProperty(PropertyKey.allowLoadLocalInfile);
        JdbcStatement loading = statement.unwrap(JdbcStatement.class);
        loading.setLocalInfileInputStream(lines);
        sending.setValue(true);
        try {
            return statement.executeLargeUpdate(load);
        } finally {
            if (!connection.isClosed()) {
                sending.setValue(false);
                loading.setLocalInfileInputStream(null);
            }
        }
    }

    private static void requireNoWarning(RelationSchema schema, Statement statement) throws SQLException {
        for (SQLWarning warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            if (!DEPRECATIONS.contains(warning.getErrorCode())) {
                throw SinkFailure.warned(schema, warning);
            }
        }
    }

    private void set(String sql) throws SQLException {
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
}
