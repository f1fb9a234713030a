package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.mysql.StatementEffect.Control;
import io.trellara.handoff.model.Gtid;
import io.trellara.handoff.model.GtidSet;
import org.jspecify.annotations.Nullable;

/** Which transactions have been received as a whole: where a broken connection goes on. Pure; the receiver's own. */
final class TransactionBounds {
    private GtidSet received;
    private @Nullable Gtid current;
    private boolean open;

    TransactionBounds(GtidSet from) {
        this.received = from;
    }

    /** What was received as a whole, and what was there before. */
    GtidSet received() {
        return received;
    }

    /** Takes the next event; true where a transaction is whole with it. */
    boolean take(BinlogEvent event) {
        if (event.gtid()) {
            current = GtidEvent.read(event).gtid();
            open = false;
            return false;
        }
        Gtid gtid = current;
        boolean whole = gtid != null && ends(event);
        if (gtid != null && whole) {
            received = received.with(gtid);
            current = null;
        }
        return whole;
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
