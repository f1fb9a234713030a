package io.trellara.handoff.emit;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.MarkBlock;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Packs streamed changes into one block a lane. A key's changes always share a lane, so their order holds at any
 * parallelism. Hot path: writes straight into byte arrays, and one scratch line is reused. One thread.
 */
public final class LaneBlocks {
    private final LaneBuffer[] lanes;
    private final LaneOf laneOf;
    private final Bytes line = new Bytes(1024);
    private int changes;
    private int size;

    /** Blocks for that many lanes; the number is fixed for a run. */
    public LaneBlocks(int laneCount) {
        lanes = new LaneBuffer[laneCount];
        laneOf = new LaneOf(laneCount);
        for (int i = 0; i < laneCount; i++) {
            lanes[i] = new LaneBuffer();
        }
    }

    /** Where a change stands in the log. */
    public record Place(long commit, int ordinal, long commitMicros) {}

    /** A whole or partial row under its own key. */
    public void upsert(ChangeOp op, RelationSchema schema, Place place, Tuple after) {
        upsert(op, schema, place, after, Optional.empty());
    }

    /**
     * A row whose unchanged large columns are taken from {@code line}: the same row in COPY text form, as the source
     * has it.
     */
    public void upsert(ChangeOp op, RelationSchema schema, Place place, Tuple after, Optional<byte[]> complete) {
        line.clear();
        for (int i = 0; i < schema.columns().size(); i++) {
            if (i > 0) {
                line.put((byte) '\t');
            }
            if (after.kind(i) == Tuple.UNCHANGED && complete.isPresent()) {
                CopyText.copyCell(complete.get(), i, line);
            } else {
                CopyText.cell(after, i, line);
            }
        }
        add(op, schema, place, laneOf.key(schema, after));
    }

    /** A row is gone: {@code before} holds at least its key. */
    public void delete(RelationSchema schema, Place place, Tuple before) {
        line.clear();
        boolean first = true;
        for (int index : schema.keyColumns()) {
            if (!first) {
                line.put((byte) '\t');
            }
            first = false;
            CopyText.cell(before, index, line);
        }
        add(ChangeOp.DELETE, schema, place, laneOf.key(schema, before));
    }

    /** All rows are gone; the caller hands it out alone. */
    public void truncate(RelationSchema schema, Place place) {
        line.clear();
        add(ChangeOp.TRUNCATE, schema, place, 0);
    }

    private void add(ChangeOp op, RelationSchema schema, Place place, int lane) {
        lanes[lane].add(op, schema, place, line);
        changes++;
        size += ChangeBlock.HEADER + line.length();
    }

    public int changes() {
        return changes;
    }

    /** Bytes collected so far. */
    public int size() {
        return size;
    }

    /** Takes what was collected as blocks, in lane order, and starts afresh. */
    public List<Block> take(long generation) {
        List<Block> blocks = new ArrayList<>();
        for (int lane = 0; lane < lanes.length; lane++) {
            if (lanes[lane].changes > 0) {
                blocks.add(lanes[lane].take(generation, lane));
            }
        }
        changes = 0;
        size = 0;
        return blocks;
    }

    /** A mark for each lane. */
    public List<Block> marks(long generation, Lsn position) {
        List<Block> marks = new ArrayList<>(lanes.length);
        for (int lane = 0; lane < lanes.length; lane++) {
            marks.add(new MarkBlock(generation, lane, position));
        }
        return marks;
    }

    /** One lane's changes. */
    private static final class LaneBuffer {
        private final Bytes bytes = new Bytes(256);
        private final List<RelationSchema> schemas = new ArrayList<>(4);
        private int changes;

        void add(ChangeOp op, RelationSchema schema, Place place, Bytes line) {
            bytes.put(op.code());
            bytes.putShort(index(schema));
            bytes.putLong(place.commit());
            bytes.putInt(place.ordinal());
            bytes.putLong(place.commitMicros());
            bytes.putInt(line.length());
            bytes.put(line.array(), 0, line.length());
            changes++;
        }

        private int index(RelationSchema schema) {
            for (int i = 0; i < schemas.size(); i++) {
                if (schemas.get(i).id() == schema.id()) {
                    return i;
                }
            }
            if (schemas.size() > Short.MAX_VALUE) {
                throw HandoffException.bug("lane", "more relations than a block can name", "at most 32767");
            }
            schemas.add(schema);
            return schemas.size() - 1;
        }

        ChangeBlock take(long generation, int lane) {
            byte[] packed = bytes.copy();
            ChangeBlock block = new ChangeBlock(generation, lane, List.copyOf(schemas), changes, packed, packed.length);
            bytes.clear();
            schemas.clear();
            changes = 0;
            return block;
        }
    }
}
