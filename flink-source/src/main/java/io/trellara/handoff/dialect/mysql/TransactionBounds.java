package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.mysql.StatementEffect.Control;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.BinlogPosition.Witness;
import io.trellara.handoff.model.GtidSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which transactions have been received as a whole: where a broken connection goes on. Each connection is asked for the
 * last of them once more, to see that it is the same one: a server that was reset uses GTIDs again. Pure; the
 * receiver's own.
 */
final class TransactionBounds {
    private GtidSet received;
    private @Nullable Witness last;
    private @Nullable Witness awaited;
    private @Nullable GtidEvent current;
    private boolean open;
    private boolean known;
    private boolean sameServer;

    /** @param epoch of the server that is read from; a position of an earlier one has another order of transactions */
    TransactionBounds(BinlogPosition from, int epoch) {
        this.received = from.gtids();
        this.last = from.last();
        this.sameServer = BinlogPlace.epoch(from.place().value()) == epoch;
    }

    /** The last transaction that was received as a whole, where it is known. */
    Optional<Witness> last() {
        return Optional.ofNullable(last);
    }

    /**
     * A new connection. {@code again}: it begins with {@link #last}, or what a server that has another order has
     * before.
     */
    void connected(boolean again) {
        awaited = again ? last : null;
        current = null;
        known = false;
    }

    /** Whether the event that was taken last is of a transaction that had been received before. */
    boolean known() {
        return known;
    }

    /** What was received as a whole, and what was there before. */
    GtidSet received() {
        return received;
    }

    /** Takes the next event; true where a transaction is whole with it. */
    boolean take(BinlogEvent event) {
        if (event.gtid()) {
            begin(GtidEvent.read(event));
            return false;
        }
        GtidEvent begun = current;
        if (begun == null) {
            known = false;
            return false;
        }
        boolean whole = ends(event);
        if (whole && !known) {
            received = received.with(begun.gtid());
            last = new Witness(begun.gtid(), begun.micros());
            sameServer = true; // from here on all of it is in this server's order
        }
        current = whole ? null : begun;
        return whole && !known;
    }

    private void begin(GtidEvent begun) {
        current = begun;
        open = false;
        known = received.contains(begun.gtid());
        Witness before = awaited;
        if (before == null) {
            return;
        }
        if (begun.gtid().equals(before.gtid())) {
            if (begun.micros() != before.micros() && begun.micros() != 0 && before.micros() != 0) {
                throw BinlogFailures.used(begun.gtid());
            }
            awaited = null;
        } else if (!known && sameServer) {
            throw BinlogFailures.lastMissing(before.gtid());
        }
    }

    private boolean ends(BinlogEvent event) {
        return switch (event.type()) {
            case BinlogEvent.XID, BinlogEvent.XA_PREPARE, BinlogEvent.TRANSACTION_PAYLOAD, BinlogEvent.VIEW_CHANGE ->
                true;
            case BinlogEvent.QUERY -> ends(QueryEvent.read(event));
            default -> false;
        };
    }

    private boolean ends(QueryEvent query) {
        StatementEffect effect =
                query.begins() ? Control.BEGIN : StatementReader.read(Words.of(query.statement()), query.schema());
        if (effect instanceof Control control) {
            switch (control) {
                case BEGIN, XA_START -> open = true;
                case COMMIT, ROLLBACK, XA_DECIDED -> {
                    return true;
                }
                case SAVEPOINT, XA_END -> {
                    return false;
                }
            }
        }
        return !open;
    }
}
