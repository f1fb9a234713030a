package io.trellara.handoff.sim;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.dialect.ChangeHandler.Truncated;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sim.ModelEvent.Row;
import java.util.List;

/**
 * A MySQL server's log in its own order, without what the position covers; row images are whole. What it delivers may
 * neither be visible yet nor count as executed.
 */
final class SimulatedBinlog implements ChangeStream {
    private static final int EPOCH_BITS = 56;

    private final SimulatedSource source;
    private final long epoch;
    private BinlogPosition position;
    private int transaction;
    private int event;
    private Commit begun = Commit.NONE;
    private boolean cut;

    /** @param epoch how often the run has gone over to another server */
    SimulatedBinlog(SimulatedSource source, BinlogPosition from, int epoch) {
        this.source = source;
        this.position = from;
        this.epoch = (long) epoch << EPOCH_BITS;
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
        while (transaction < source.log.size() && position.covers(source.log.get(transaction).name)) {
            transaction++;
        }
        if (transaction == source.log.size()) {
            if (source.choices.chance(50)) {
                handler.idle(position);
            }
            return false;
        }
        Transaction one = source.log.get(transaction);
        if (begun.equals(Commit.NONE)) {
            begun = new Commit(epoch + one.commit, one.name.requireGtid());
            if (position.place().covers(begun.place())) {
                throw SimulatedDialect.failure(ErrorCode.SOURCE_CHANGED, "stream");
            }
            source.streamed.put(begun.place(), begun);
            handler.begin(begun, 0, 0);
        } else if (event < one.events.size()) {
            hand(one.events.get(event++), handler);
        } else {
            position = position.after(begun);
            transaction++;
            event = 0;
            begun = Commit.NONE;
            handler.commit(position);
        }
        return true;
    }

    private void hand(ModelEvent change, ChangeHandler handler) {
        RelationSchema schema = source.dataset.table(change.relation()).schema();
        RowImages images = new RowImages();
        Row row = change.row();
        switch (change.kind()) {
            case INSERT -> handler.insert(schema, images.row(change.to(), row));
            case UPDATE, PARTIAL, MOVE ->
                handler.update(schema, images.row(change.key(), row), false, images.row(change.to(), row));
            case DELETE -> handler.delete(schema, images.row(change.key(), row), false);
            case TRUNCATE -> handler.truncate(1, List.of(new Truncated(0, schema)), false, true);
        }
    }

    /** Nothing is kept for it. */
    @Override
    public void acknowledge(Position durable) {
        BinlogPosition.of(durable);
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
