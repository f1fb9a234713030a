package io.trellara.handoff.sink;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import io.trellara.handoff.sink.types.LineConversion;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** Deletes the first so many rows of a range, as often as there are some. */
final class MysqlErasure implements ErasureWindows {
    private final RelationSchema schema;
    private final DatabaseKind source;
    private final Constraints constraints;
    private final int window;

    MysqlErasure(RelationSchema schema, SinkConfig config, int window) {
        this.schema = schema;
        this.source = config.source();
        this.constraints = config.constraints();
        this.window = window;
    }

    @Override
    public LineConversion conversion(Connection connection) throws SQLException {
        return table(connection).conversion();
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "SET SESSION foreign_key_checks = " + (constraints == Constraints.REPLICA ? "OFF" : "ON"));
        }
    }

    @Override
    public Erased next(Connection connection, KeyRange range) throws SQLException {
        MysqlStatements table = table(connection);
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            long rows = statement.executeLargeUpdate(table.deleteFirst(range, window));
            return new Erased(rows, rows < window ? Optional.empty() : Optional.of(range));
        }
    }

    private MysqlStatements table(Connection connection) throws SQLException {
        return MysqlTables.match(connection, source, schema, MysqlServer.read(connection));
    }
}
