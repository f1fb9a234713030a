package io.trellara.handoff.sink;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.RelationSchema;
import java.nio.ByteBuffer;

/** Steps through the packed changes of a block; a flyweight over its bytes. One thread. */
final class ChangeCursor {
    private final ChangeBlock block;
    private final ByteBuffer buffer;
    private int seen;
    private int start;
    private int end;

    /** Before the first change. */
    ChangeCursor(ChangeBlock block) {
        this.block = block;
        this.buffer = ByteBuffer.wrap(block.bytes(), 0, block.length());
    }

    /** Moves to the next change; false at the end. */
    boolean next() {
        if (end == block.length()) {
            require(seen == block.changes(), "an end after " + seen + " changes");
            return false;
        }
        start = end;
        require(block.length() - start >= ChangeBlock.HEADER, "a header cut short");
        int length = buffer.getInt(start + ChangeBlock.HEADER - 4);
        require(length >= 0 && length <= block.length() - start - ChangeBlock.HEADER, "a line cut short");
        end = start + ChangeBlock.HEADER + length;
        seen++;
        return true;
    }

    ChangeOp op() {
        return ChangeOp.of(buffer.get(start));
    }

    RelationSchema schema() {
        return block.schemas().get(buffer.getShort(start + 1) & 0xFFFF);
    }

    long commit() {
        return buffer.getLong(start + 3);
    }

    int ordinal() {
        return buffer.getInt(start + 11);
    }

    /** Microseconds since 1970. */
    long commitMicros() {
        return buffer.getLong(start + 15);
    }

    /** The change's line in COPY text form, without newline. */
    CopyLine line() {
        int from = start + ChangeBlock.HEADER;
        return new CopyLine(block.bytes(), from, end - from);
    }

    private void require(boolean holds, String observed) {
        if (!holds) {
            throw HandoffException.bug("change block of lane " + block.lane(), observed, block.changes() + " changes");
        }
    }
}
