package io.trellara.handoff.sim;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.dialect.ChangeHandler.Truncated;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import io.trellara.handoff.sim.ModelEvent.Row;
import java.util.List;

/** The log from a position on, a few events a poll. What it delivers may not be visible yet. */
final class SimulatedStream implements ChangeStream {
    private final SimulatedDialect dialect;
    private final SimulatedSource source;
    private int transaction;
    private int event;
    private boolean begun;
    private boolean cut;

    SimulatedStream(SimulatedDialect dialect, SimulatedSource source, Lsn from) {
        this.dialect = dialect;
        this.source = source;
        this.transaction = source.firstBehind(from);
    }

    void cut() {
        cut = true;
    }

    @Override
    public int poll(ChangeHandler handler, int events) {
        if (cut) {
            throw SimulatedDialect.failure(ErrorCode.STREAM_FAILED, "stream");
        }
        int left = source.choices.between(1, 6);
        int calls = 0;
        while (calls < left && !handler.paused() && next(handler)) {
            calls++;
        }
        return calls;
    }

    private boolean next(ChangeHandler handler) {
        if (transaction == source.log.size()) {
            if (source.choices.chance(50)) {
                handler.idle(source.end());
                dialect.received(source.end());
            }
            return false;
        }
        Transaction one = source.log.get(transaction);
        if (one.events.isEmpty()) {
            transaction++; // the server sends nothing of it
            return true;
        }
        if (!begun) {
            handler.begin(one.name, 0, one.xid);
            begun = true;
        } else if (event < one.events.size()) {
            hand(one.events.get(event++), handler);
        } else {
            Lsn behind = new Lsn(one.commit + SimulatedSource.RECORD);
            handler.commit(behind);
            transaction++;
            event = 0;
            begun = false;
            dialect.received(behind);
        }
        return true;
    }

    private void hand(ModelEvent change, ChangeHandler handler) {
        Dataset.Table table = source.dataset.table(change.relation());
        RelationSchema schema = table.schema();
        RowImages images = new RowImages();
        Row row = change.row();
        switch (change.kind()) {
            case INSERT -> handler.insert(schema, images.row(change.to(), row));
            case UPDATE -> handler.update(schema, null, false, images.row(change.to(), row));
            case PARTIAL -> {
                // the old image has the large column, whose value is the same
                Tuple before = table.whole() ? images.row(change.key(), row) : null;
                handler.update(schema, before, false, images.partial(change.to(), row));
            }
            case DELETE -> handler.delete(schema, images.key(change.key()), true);
            case MOVE -> {
                Tuple before = table.whole() ? images.row(change.key(), row) : images.key(change.key());
                handler.update(schema, before, !table.whole(), images.partial(change.to(), row));
            }
            case TRUNCATE -> handler.truncate(1, List.of(new Truncated(0, schema)), false, false);
        }
    }

    @Override
    public void acknowledge(Position position) {
        if (!cut) {
            dialect.confirm(Lsn.of(position));
        }
    }

    @Override
    public long lagBytes() {
        return 0;
    }

    @Override
    public void close() {
        cut = true;
    }
}
