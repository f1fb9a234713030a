package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;

/**
 * The log behind a view, from the view's own temporary slot. Nobody can begin there again, so the server may forget
 * what has been handed out, without anybody's word; and where it breaks, the view is lost with it.
 */
final class ViewStream implements ChangeStream {
    private final PostgresChangeStream stream;

    ViewStream(PostgresChangeStream stream) {
        this.stream = stream;
    }

    @Override
    public int poll(ChangeHandler handler, int events) {
        try {
            int calls = stream.poll(handler, events);
            stream.acknowledge(stream.handedOut());
            return calls;
        } catch (HandoffException e) {
            throw broken(e);
        }
    }

    /** Where the connection or the log is gone, so is the slot: the remedies for a run's stream are none here. */
    private static HandoffException broken(HandoffException e) {
        return switch (e.code()) {
            case STREAM_FAILED, SLOT_LOST ->
                new HandoffException(
                        new Finding(
                                ErrorCode.VIEW_LOST,
                                "view",
                                "the log behind it broke off: " + e.finding().observed(),
                                "its session and its log, until all changes are read",
                                "compare again, in a new view; where it recurs, look at the source server's log and its"
                                        + " max_slot_wal_keep_size"),
                        e);
            default -> e;
        };
    }

    /** Done already. */
    @Override
    public void acknowledge(Position position) {
        Lsn.of(position);
    }

    @Override
    public long lagBytes() {
        return stream.lagBytes();
    }

    @Override
    public void close() {
        stream.close();
    }
}
