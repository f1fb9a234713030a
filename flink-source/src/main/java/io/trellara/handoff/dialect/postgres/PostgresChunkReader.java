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
    private final Session session;

    PostgresChunkReader(Relation relation, CopyOut copy, Session session) {
        this.relation = relation;
        this.copy = copy;
        this.session = session;
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
            session.cancel();
            drain();
            session.revive();
        } catch (SQLException e) {
            throw SourceFailure.of(ErrorCode.CHUNK_READ_FAILED, relation.toString(), "ending a chunk early", e);
        }
    }

    /** Reads what was under way up to the cancellation; the driver's own cancelling leaves it in the socket. */
    private void drain() throws SQLException {
        try {
            byte[] line = copy.readFromCopy();
            while (line != null) {
                line = copy.readFromCopy();
            }
        } catch (SQLException e) {
            if (!SourceFailure.state(e).equals("57014")) {
                throw e;
            }
        }
    }

    private void requireWholeLine(byte[] line) {
        if (line.length == 0 || line[line.length - 1] != '\n') {
            throw HandoffException.bug(relation.toString(), "a COPY message that is not a line", "one line a message");
        }
    }

    /** What ends a COPY early and makes the transaction usable again. */
    interface Session {
        void cancel() throws SQLException;

        void revive() throws SQLException;
    }
}
