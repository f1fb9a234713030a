package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.dialect.mysql.StatementEffect.Control;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Gtid;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decodes events of the binary log and calls a {@link ChangeHandler}. Pure; one thread.
 *
 * <p>Transactions that the position covers are not handed out. One that comes again from its beginning, since the
 * connection broke within it, goes on behind the rows that were handed out. What the log does not tell by rows is a
 * halt where it could be about the dataset (R10).
 */
final class BinlogDecoder {
    /** Row events of an XA transaction wait for its end: only there it is known whether it is prepared or committed. */
    private static final long HELD_BYTES = 64 << 20;

    private final RowEvents rows;
    private final LoggedStatements statements;
    private final Deque<BinlogEvent> held = new ArrayDeque<>();

    private BinlogPosition position;
    private @Nullable Gtid gtid;
    private final int epoch;
    private Commit commit = Commit.NONE;
    private long micros;
    private final LogReach reach = new LogReach();
    private boolean covered;
    private boolean open;
    private boolean xa;
    private boolean ending;
    private int rowsOut;
    private int rowsSkipped;
    private long heldBytes;
    private @Nullable PayloadEvents payload;

    /** @param epoch how often the run has gone over to another server: places of this one lie beyond those before */
    BinlogDecoder(BinlogContract contract, BinlogPosition from, int epoch) {
        this.epoch = epoch;
        this.rows = new RowEvents(contract);
        this.statements = new LoggedStatements(contract);
        this.position = from;
    }

    /** What was handed out as a whole. */
    BinlogPosition position() {
        return position;
    }

    boolean inTransaction() {
        return gtid != null;
    }

    /** The transaction under way, or the last one. */
    Commit commit() {
        return commit;
    }

    /** How far into the log this is. */
    LogReach reach() {
        return reach;
    }

    /** Whether something is left to do before the next event, once the handler is not paused. */
    boolean pending() {
        return ending || payload != null || (!xa && !held.isEmpty());
    }

    /** Does a part of it; the number of calls made to {@code handler}. */
    int proceed(ChangeHandler handler) {
        BinlogEvent waiting = xa ? null : held.pollFirst();
        if (waiting != null) {
            return inner(waiting, handler);
        }
        PayloadEvents inside = payload;
        if (inside != null) {
            Optional<BinlogEvent> next = inside.next();
            if (next.isPresent()) {
                return inner(next.get(), handler);
            }
            payload = null;
            return 0;
        }
        return ending ? end(handler) : 0;
    }

    /** Decodes one event; the number of calls made to {@code handler}. */
    int decode(BinlogEvent event, ChangeHandler handler) {
        reach.pass(event);
        return switch (event.type()) {
            case BinlogEvent.GTID, BinlogEvent.GTID_TAGGED -> begin(event, handler);
            case BinlogEvent.ANONYMOUS_GTID ->
                throw BinlogFailures.unknown("a transaction without a GTID (gtid_mode was not ON)");
            case BinlogEvent.ROTATE -> {
                reach.rotate(event);
                yield 0;
            }
            case BinlogEvent.FORMAT_DESCRIPTION, BinlogEvent.PREVIOUS_GTIDS, BinlogEvent.STOP -> 0;
            case BinlogEvent.HEARTBEAT, BinlogEvent.HEARTBEAT_V2 -> 0;
            default -> inner(event, handler);
        };
    }

    private int begin(BinlogEvent event, ChangeHandler handler) {
        GtidEvent told = GtidEvent.read(event);
        if (told.gtid().equals(gtid)) {
            rowsSkipped = Math.max(rowsSkipped, rowsOut);
            restart();
            return 0;
        }
        if (gtid != null) {
            throw BinlogFailures.malformed("a transaction inside another");
        }
        gtid = told.gtid();
        rowsOut = 0;
        rowsSkipped = 0;
        restart();
        commit = new Commit(reach.place(epoch, event), gtid);
        micros = told.micros();
        covered = position.covers(commit);
        if (covered) {
            return 0;
        }
        if (position.place().covers(commit.place())) {
            throw BinlogFailures.placeTaken(commit, position.place());
        }
        handler.begin(commit, told.micros(), 0);
        return 1;
    }

    /** Nothing of the transaction is known yet, or again. */
    private void restart() {
        open = false;
        xa = false;
        ending = false;
        payload = null;
        held.clear();
        heldBytes = 0;
        rowsOut = 0;
        rows.forget();
    }

    private int inner(BinlogEvent event, ChangeHandler handler) {
        if (gtid == null) {
            if (event.ignorable()) {
                return 0;
            }
            throw BinlogFailures.malformed("event " + event.type() + " outside a transaction");
        }
        return switch (event.type()) {
            case BinlogEvent.TABLE_MAP, BinlogEvent.WRITE_ROWS, BinlogEvent.UPDATE_ROWS -> row(event, handler);
            case BinlogEvent.DELETE_ROWS, BinlogEvent.PARTIAL_UPDATE_ROWS -> row(event, handler);
            case BinlogEvent.QUERY -> statement(event, handler);
            case BinlogEvent.XID -> end();
            case BinlogEvent.XA_PREPARE -> prepared(event, handler);
            case BinlogEvent.TRANSACTION_PAYLOAD -> unpack(event);
            case BinlogEvent.EXECUTE_LOAD_QUERY -> loaded();
            case BinlogEvent.INTVAR, BinlogEvent.RAND, BinlogEvent.USER_VAR, BinlogEvent.BEGIN_LOAD_QUERY -> 0;
            case BinlogEvent.APPEND_BLOCK, BinlogEvent.DELETE_FILE, BinlogEvent.ROWS_QUERY -> 0;
            case BinlogEvent.TRANSACTION_CONTEXT, BinlogEvent.IGNORABLE -> 0;
            case BinlogEvent.VIEW_CHANGE -> end();
            default -> {
                if (event.ignorable()) {
                    yield 0;
                }
                throw BinlogFailures.unknown("event of type " + event.type());
            }
        };
    }

    private int row(BinlogEvent event, ChangeHandler handler) {
        if (covered) {
            return 0;
        }
        if (xa) {
            held.addLast(event);
            heldBytes += event.length();
            if (heldBytes > HELD_BYTES) {
                throw BinlogFailures.tooLarge(HELD_BYTES);
            }
            return 0;
        }
        if (event.type() == BinlogEvent.TABLE_MAP) {
            rows.map(event);
            return 0;
        }
        int skip = Math.max(0, rowsSkipped - rowsOut);
        int count = rows.decode(event, skip, handler);
        rowsOut += count;
        return Math.max(0, count - skip);
    }

    private int unpack(BinlogEvent event) {
        if (!covered) {
            payload = PayloadEvents.open(event);
        } else {
            gtid = null; // it holds all of the transaction
        }
        return 0;
    }

    private int statement(BinlogEvent event, ChangeHandler handler) {
        QueryEvent query = QueryEvent.read(event);
        if (query.begins()) {
            return control(Control.BEGIN);
        }
        List<Words.Word> words = Words.of(query.statement());
        StatementEffect effect = StatementReader.read(words, query.schema());
        if (effect instanceof Control control) {
            return control(control);
        }
        int calls = covered ? 0 : statements.take(effect, words, query.schema(), handler);
        if (!open) {
            end();
        }
        return calls;
    }

    private int loaded() {
        if (covered) {
            return 0;
        }
        throw BinlogFailures.statement("LOAD DATA");
    }

    private int control(Control control) {
        switch (control) {
            case BEGIN -> open = true;
            case XA_START -> {
                open = true;
                xa = true;
            }
            case COMMIT, ROLLBACK, XA_DECIDED -> end();
            case SAVEPOINT, XA_END -> {}
        }
        return 0;
    }

    /**
     * An XA transaction's end: in one phase it is committed here, in two it is not, and nobody knows whether it will.
     * The event that says what becomes of it has no rows, and passes: where a view holds the one it holds the other,
     * since no view opens while a transaction that has written to its relations is prepared.
     */
    private int prepared(BinlogEvent event, ChangeHandler handler) {
        boolean onePhase = event.cursor().int8() != 0;
        xa = false;
        if (!onePhase) {
            refuseHeld(handler);
        }
        return end();
    }

    private void refuseHeld(ChangeHandler handler) {
        for (BinlogEvent event : held) {
            if (event.type() == BinlogEvent.TABLE_MAP) {
                rows.map(event);
            } else {
                rows.changed(event)
                        .ifPresent(relation -> handler.requireSuppressed(relation, BinlogFailures.xa(relation)));
            }
        }
        held.clear();
    }

    /** The rest happens when the handler lets it. */
    private int end() {
        ending = !covered;
        if (covered) {
            gtid = null;
        }
        return 0;
    }

    private int end(ChangeHandler handler) {
        if (rowsOut < rowsSkipped) {
            throw BinlogFailures.malformed("a transaction that came again with fewer rows");
        }
        ending = false;
        gtid = null;
        position = position.after(commit, micros);
        handler.commit(position);
        return 1;
    }
}
