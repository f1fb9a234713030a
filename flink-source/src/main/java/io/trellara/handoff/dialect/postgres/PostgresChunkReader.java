package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.ChunkReader;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RowBuffer;
import java.sql.SQLException;
import org.postgresql.copy.CopyOut;

/**
 * Moves the lines of one COPY into blocks: the server sends one message a row, its bytes are copied once and never
 * looked at. Hot path: no object per field.
 */
final class PostgresChunkReader implements ChunkReader {
    private final Relation relation;
    private final CopyOut copy;
    private final Runnable afterCancel;

    PostgresChunkReader(Relation relation, CopyOut copy, Runnable afterCancel) {
        this.relation = relation;
        this.copy = copy;
        this.afterCancel = afterCancel;
    }

    @Override
    public boolean read(RowBuffer into) {
        try {
            while (!into.isFull()) {
                byte[] line = copy.readFromCopy();
                if (line == null) {
                    return false;
                }
                requireWholeLine(line);
                into.add(line, 0, line.length);
            }
            return true;
        } catch (SQLException e) {
            throw SourceFailure.of(ErrorCode.CHUNK_READ_FAILED, relation.toString(), "reading a chunk", e);
        }
    }

    @Override
    public void close() {
        if (!copy.isActive()) {
            return;
        }
        try {
            copy.cancelCopy();
        } catch (SQLException e) {
            throw SourceFailure.of(ErrorCode.CHUNK_READ_FAILED, relation.toString(), "ending a chunk early", e);
        }
        afterCancel.run();
    }

    private void requireWholeLine(byte[] line) {
        if (line.length == 0 || line[line.length - 1] != '\n') {
            throw HandoffException.bug(relation.toString(), "a COPY message that is not a line", "one line a message");
        }
    }
}
