package io.trellara.handoff.emit;

import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.MarkBlock;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.PositionCodec;
import io.trellara.handoff.model.RelationSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** Serializes blocks between operators. Blocks are in no checkpoint, so the form has no versions. */
final class BlockSerializer extends ImmutableTypeSerializer<Block> {
    private static final long serialVersionUID = 1;
    private static final byte COPY = 1;
    private static final byte CHANGES = 2;
    private static final byte MARK = 3;

    private transient @Nullable SchemaCodec codec;

    @Override
    public void serialize(Block block, DataOutputView out) throws IOException {
        if (block instanceof CopyBlock copy) {
            out.writeByte(COPY);
            header(copy, out);
            writeCopy(copy, out);
        } else if (block instanceof ChangeBlock changes) {
            out.writeByte(CHANGES);
            header(changes, out);
            writeChanges(changes, out);
        } else {
            out.writeByte(MARK);
            header(block, out);
            out.writeLong(((MarkBlock) block).position().value());
        }
    }

    @Override
    public Block deserialize(DataInputView in) throws IOException {
        byte kind = in.readByte();
        long generation = in.readLong();
        int lane = in.readInt();
        return switch (kind) {
            case COPY -> readCopy(generation, lane, in);
            case CHANGES -> readChanges(generation, lane, in);
            case MARK -> new MarkBlock(generation, lane, new Lsn(in.readLong()));
            default -> throw new IOException("block of unknown kind " + kind);
        };
    }

    private static void header(Block block, DataOutputView out) throws IOException {
        out.writeLong(block.generation());
        out.writeInt(block.lane());
    }

    private void writeCopy(CopyBlock copy, DataOutputView out) throws IOException {
        codec().write(copy.schema(), out);
        out.writeInt(copy.attempt().chunk().number());
        out.writeInt(copy.attempt().attempt());
        PositionCodec.write(copy.boundary(), out);
        out.writeBoolean(copy.replace());
        out.writeInt(copy.rows());
        out.writeInt(copy.length());
        out.write(copy.bytes(), 0, copy.length());
    }

    private CopyBlock readCopy(long generation, int lane, DataInputView in) throws IOException {
        RelationSchema schema = codec().read(in);
        ChunkAttempt attempt = new ChunkAttempt(new ChunkId(schema.relation(), in.readInt()), in.readInt());
        Position boundary = PositionCodec.read(in);
        boolean replace = in.readBoolean();
        int rows = in.readInt();
        byte[] bytes = bytes(in);
        return new CopyBlock(generation, lane, schema, attempt, boundary, replace, rows, bytes, bytes.length);
    }

    private void writeChanges(ChangeBlock changes, DataOutputView out) throws IOException {
        out.writeShort(changes.schemas().size());
        for (RelationSchema schema : changes.schemas()) {
            codec().write(schema, out);
        }
        out.writeInt(changes.changes());
        out.writeInt(changes.length());
        out.write(changes.bytes(), 0, changes.length());
    }

    private ChangeBlock readChanges(long generation, int lane, DataInputView in) throws IOException {
        List<RelationSchema> schemas = new ArrayList<>();
        for (int count = in.readShort(); count > 0; count--) {
            schemas.add(codec().read(in));
        }
        int changes = in.readInt();
        byte[] bytes = bytes(in);
        return new ChangeBlock(generation, lane, schemas, changes, bytes, bytes.length);
    }

    private static byte[] bytes(DataInputView in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    private SchemaCodec codec() {
        SchemaCodec present = codec;
        if (present == null) {
            present = new SchemaCodec();
            codec = present;
        }
        return present;
    }

    @Override
    public BlockSerializer duplicate() {
        return new BlockSerializer();
    }

    @Override
    public TypeSerializerSnapshot<Block> snapshotConfiguration() {
        return new Snapshot();
    }

    /** Flink asks for one; blocks are never in state. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Block> {
        public Snapshot() {
            super(BlockSerializer::new);
        }
    }
}
