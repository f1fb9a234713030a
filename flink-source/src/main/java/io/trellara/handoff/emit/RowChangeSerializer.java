package io.trellara.handoff.emit;

import io.trellara.handoff.model.RelationSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** Serializes {@link RowChange}s, for DataStream users; also inside their state. */
final class RowChangeSerializer extends ImmutableTypeSerializer<RowChange> {
    private static final long serialVersionUID = 1;
    private static final int ABSENT = -2;
    private static final int NULL = -1;

    private transient @Nullable SchemaCodec codec;

    @Override
    public void serialize(RowChange row, DataOutputView out) throws IOException {
        codec().write(row.schema(), out);
        out.writeUTF(row.op().name());
        out.writeLong(row.commit());
        out.writeInt(row.ordinal());
        for (int i = 0; i < row.schema().columns().size(); i++) {
            String cell = row.has(i) ? row.cell(i) : null;
            if (cell == null) {
                out.writeInt(row.has(i) ? NULL : ABSENT);
            } else {
                byte[] bytes = cell.getBytes(StandardCharsets.UTF_8);
                out.writeInt(bytes.length);
                out.write(bytes);
            }
        }
    }

    @Override
    public RowChange deserialize(DataInputView in) throws IOException {
        RelationSchema schema = codec().read(in);
        RowOp op = RowOp.valueOf(in.readUTF());
        long commit = in.readLong();
        int ordinal = in.readInt();
        int columns = schema.columns().size();
        @Nullable String[] cells = new @Nullable String[columns];
        boolean[] present = new boolean[columns];
        for (int i = 0; i < columns; i++) {
            int length = in.readInt();
            present[i] = length != ABSENT;
            if (length >= 0) {
                byte[] bytes = new byte[length];
                in.readFully(bytes);
                cells[i] = new String(bytes, StandardCharsets.UTF_8);
            }
        }
        return new RowChange(schema, op, cells, present, commit, ordinal);
    }

    private SchemaCodec codec() {
        SchemaCodec known = codec;
        if (known == null) {
            known = new SchemaCodec();
            codec = known;
        }
        return known;
    }

    @Override
    public RowChangeSerializer duplicate() {
        return new RowChangeSerializer();
    }

    @Override
    public TypeSerializerSnapshot<RowChange> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The one version so far. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<RowChange> {
        public Snapshot() {
            super(RowChangeSerializer::new);
        }
    }
}
