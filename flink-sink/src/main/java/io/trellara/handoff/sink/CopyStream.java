package io.trellara.handoff.sink;

import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.sink.TargetSession.SessionTable;
import io.trellara.handoff.sink.types.LineConversion;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Streams the copy blocks of one transaction into the target as they come: rows that are new straight into their table,
 * rows that may be there already into staging, to be upserted at the end. Blocks for another table than the open one
 * wait for company, so that two chunks read side by side do not end a COPY at every block. One thread.
 */
final class CopyStream {
    private static final int WAITING_BYTES = 2 << 20;

    private final TargetSession session;
    private final Deque<CopyBlock> waiting = new ArrayDeque<>();
    private final Map<Relation, SessionTable> staged = new LinkedHashMap<>();
    private int waitingBytes;
    private @Nullable CopyPipe pipe;
    private @Nullable LineConversion conversion;
    private @Nullable CopyBlock opener;

    CopyStream(TargetSession session) {
        this.session = session;
    }

    void write(CopyBlock block) throws SQLException {
        if (pipe == null) {
            open(block);
        }
        if (goesInto(block)) {
            send(block);
            return;
        }
        waiting.add(block);
        waitingBytes += block.length();
        if (waitingBytes >= WAITING_BYTES) {
            turn();
        }
    }

    /** Brings everything into the tables; the connection is free for other statements after it. */
    void finish() throws SQLException {
        while (!waiting.isEmpty()) {
            turn();
        }
        end();
        for (SessionTable table : staged.values()) {
            session.update(table.sql().upsertStaged(0));
        }
        staged.clear();
    }

    /** The relation that is being written to, for errors. */
    String object() {
        return opener == null ? "target" : opener.schema().relation().toString();
    }

    private void turn() throws SQLException {
        end();
        open(waiting.getFirst());
        Deque<CopyBlock> blocks = new ArrayDeque<>(new ArrayList<>(waiting));
        waiting.clear();
        waitingBytes = 0;
        for (CopyBlock block : blocks) {
            if (goesInto(block)) {
                send(block);
            } else {
                waiting.add(block);
                waitingBytes += block.length();
            }
        }
    }

    private boolean goesInto(CopyBlock block) {
        return opener != null
                && opener.replace() == block.replace()
                && opener.schema().relation().equals(block.schema().relation());
    }

    private void open(CopyBlock block) throws SQLException {
        opener = block;
        SessionTable table = session.table(block.schema());
        conversion = table.conversion();
        if (block.replace()) {
            session.ensure(table.sql().createRows());
            staged.put(block.schema().relation(), table);
        }
        pipe = session.copy(
                block.replace() ? table.sql().stageCopied() : table.sql().copy());
    }

    private void send(CopyBlock block) throws SQLException {
        if (pipe != null && conversion != null) {
            CopyBlock converted = ConvertedRows.of(block, conversion);
            pipe.lines(converted.bytes(), converted.length(), block.rows());
        }
    }

    private void end() throws SQLException {
        if (pipe != null) {
            pipe.finish();
            pipe = null;
        }
    }
}
