package io.trellara.handoff.read;

import io.trellara.handoff.emit.LaneBlocks;
import io.trellara.handoff.gate.Gate;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import io.trellara.handoff.sim.ModelEvent;
import io.trellara.handoff.sim.SourceModel;
import io.trellara.handoff.sim.SourceModel.Row;
import io.trellara.handoff.state.StreamPosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The stream's reader over a modelled log: production's gate, floor and blocks, event by event. Dies in a crash. */
public final class SimulatedStream {
    private static final RelationSchema SCHEMA = SourceModel.SCHEMA;
    private static final int LARGE = 2;

    private final SourceModel source;
    private final LaneBlocks blocks;
    private final GatedChanges changes;
    private Lsn mark;
    private int transaction;
    private int event;
    private boolean begun;

    /** A reader that resumes at {@code start}, into so many lanes. */
    public SimulatedStream(SourceModel source, StreamPosition start, int lanes) {
        this.source = source;
        this.blocks = new LaneBlocks(lanes);
        this.changes = new GatedChanges(
                new Gate(List.of(SCHEMA)), blocks, start, () -> new LookupDialect(source::lookup).openLookup(""));
        this.mark = start.mark();
        this.transaction = SourceModel.covered(start.position());
    }

    public void grant(List<CopiedRange> copied, Optional<Lsn> floor) {
        changes.grant(copied, floor);
    }

    /** Where the stream stands behind all blocks taken. */
    public StreamPosition position() {
        return changes.position(mark);
    }

    /** Whether the log has nothing more. */
    public boolean atEnd() {
        return transaction == source.size();
    }

    /** Reads up to so many events; false when the log has ended or the floor holds the stream. */
    public boolean step(int events) {
        int read = 0;
        while (read < events && transaction < source.size() && !changes.paused()) {
            next();
            read++;
        }
        return read > 0;
    }

    private void next() {
        List<ModelEvent> events = source.transaction(transaction);
        if (events.isEmpty()) {
            // the server sends nothing of it, and a keepalive some time later
            transaction++;
            changes.idle(SourceModel.position(transaction));
        } else if (!begun) {
            changes.begin(SourceModel.commit(transaction), 0, transaction);
            begun = true;
        } else if (event < events.size()) {
            hand(events.get(event++));
        } else {
            changes.commit(SourceModel.commit(transaction), SourceModel.position(transaction + 1));
            transaction++;
            event = 0;
            begun = false;
        }
    }

    private void hand(ModelEvent event) {
        Buffer images = new Buffer();
        Row after = new Row(event.small(), event.large());
        switch (event.kind()) {
            case INSERT -> changes.insert(SCHEMA, images.row(event.to(), after));
            case UPDATE -> changes.update(SCHEMA, null, false, images.row(event.to(), after));
            case PARTIAL -> changes.update(SCHEMA, null, false, images.partial(event.to(), after));
            case DELETE -> changes.delete(SCHEMA, images.key(event.key()), true);
            case MOVE -> {
                Tuple before = event.wholeOld() ? images.row(event.key(), after) : images.key(event.key());
                changes.update(SCHEMA, before, !event.wholeOld(), images.partial(event.to(), after));
            }
        }
    }

    /** The blocks made of what was read since the last call. */
    public List<Block> take() {
        return blocks.take(0);
    }

    /** Marks for every lane at the present position. */
    public List<Block> marks() {
        mark = changes.position(mark).position();
        return new ArrayList<>(blocks.marks(0, mark));
    }

    /** Row images over one buffer, as a decoded message has them. */
    private static final class Buffer {
        private final byte[] buffer = new byte[200];
        private int end;

        Tuple row(int key, Row row) {
            Tuple image = key(key);
            cell(image, 1, Integer.toString(row.small()));
            cell(image, LARGE, row.large());
            return image;
        }

        Tuple partial(int key, Row row) {
            Tuple image = key(key);
            cell(image, 1, Integer.toString(row.small()));
            image.unchanged(LARGE);
            return image;
        }

        Tuple key(int key) {
            Tuple image = new Tuple();
            image.reset(buffer, SCHEMA.columns().size());
            cell(image, 0, Integer.toString(key));
            return image;
        }

        private void cell(Tuple image, int index, String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            System.arraycopy(bytes, 0, buffer, end, bytes.length);
            image.text(index, end, bytes.length);
            end += bytes.length;
        }
    }
}
