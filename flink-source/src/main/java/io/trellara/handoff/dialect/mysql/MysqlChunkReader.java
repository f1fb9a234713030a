package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.ChunkReader;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.model.RowBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Reads a chunk's rows as the server sends them, one by one, and makes their cells. The driver holds one row at a time;
 * it reads a chunk that is closed early to its end. One thread.
 */
final class MysqlChunkReader implements ChunkReader {
    private final String relation;
    private final CellColumn[] columns;
    private final Statement statement;
    private final ResultSet rows;
    private final CellLine line = new CellLine();
    private boolean ended;

    private MysqlChunkReader(String relation, CellColumn[] columns, Statement statement, ResultSet rows) {
        this.relation = relation;
        this.columns = columns;
        this.statement = statement;
        this.rows = rows;
    }

    static MysqlChunkReader open(Connection session, ChunkTable table, String sql) throws SQLException {
        Statement statement = session.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
        try {
            statement.setFetchSize(Integer.MIN_VALUE); // the driver's word for one row at a time
            return new MysqlChunkReader(
                    table.schema().relation().toString(),
                    table.cells().toArray(CellColumn[]::new),
                    statement,
                    statement.executeQuery(sql));
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    @Override
    public boolean read(RowBuffer into) {
        try {
            while (!ended && !into.isFull()) {
                if (rows.next()) {
                    line(into);
                } else {
                    ended = true;
                }
            }
            return !ended;
        } catch (SQLException e) {
            throw MysqlFailure.of(ErrorCode.CHUNK_READ_FAILED, relation, "reading a chunk", e);
        }
    }

    private void line(RowBuffer into) throws SQLException {
        for (int i = 0; i < columns.length; i++) {
            byte[] sent = rows.getBytes(i + 1);
            if (sent == null) {
                line.addNull();
            } else if (columns[i].isTextItself()) {
                line.add(sent, sent.length);
            } else {
                columns[i].ofText(sent, line.cell());
                line.add();
            }
        }
        line.end(into);
    }

    @Override
    public void close() {
        try {
            statement.close();
        } catch (SQLException e) {
            throw MysqlFailure.of(ErrorCode.CHUNK_READ_FAILED, relation, "ending a chunk", e);
        }
    }
}
