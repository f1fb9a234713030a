package io.trellara.handoff.emit;

import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.RelationSchema;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Unpacks blocks into rows; marks carry no row. */
final class AsRows implements BlockDeserializer<RowChange> {
    private static final long serialVersionUID = 1;

    @Override
    public void deserialize(Block block, Consumer<RowChange> out) {
        if (block instanceof CopyBlock copy) {
            copied(copy, out);
        } else if (block instanceof ChangeBlock changes) {
            changed(changes, out);
        }
    }

    private static void copied(CopyBlock copy, Consumer<RowChange> out) {
        byte[] bytes = copy.bytes();
        for (int at = 0; at < copy.length(); ) {
            int end = CopyText.lineEnd(bytes, at, copy.length());
            out.accept(CopyText.row(copy.schema(), RowOp.READ, bytes, at, end)
                    .at(copy.boundary().place().value(), -1));
            at = end + 1;
        }
    }

    private static void changed(ChangeBlock changes, Consumer<RowChange> out) {
        ByteBuffer buffer = ByteBuffer.wrap(changes.bytes(), 0, changes.length());
        while (buffer.hasRemaining()) {
            ChangeOp op = ChangeOp.of(buffer.get());
            RelationSchema schema = changes.schemas().get(buffer.getShort());
            long commit = buffer.getLong();
            int ordinal = buffer.getInt();
            buffer.getLong();
            int length = buffer.getInt();
            int from = buffer.position();
            out.accept(CopyText.row(schema, RowOp.valueOf(op.name()), changes.bytes(), from, from + length)
                    .at(commit, ordinal));
            buffer.position(from + length);
        }
    }

    @Override
    public TypeInformation<RowChange> producedType() {
        return HandoffTypes.ROW_CHANGE;
    }
}
