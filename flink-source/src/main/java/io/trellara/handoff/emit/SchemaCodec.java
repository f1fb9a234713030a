package io.trellara.handoff.emit;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes relation schemas into blocks, and reads them back, each encoded and decoded once: a block carries the schema's
 * id and its encoded form, and a reader that knows the id skips the form. Not thread-safe.
 */
public final class SchemaCodec {
    private final Map<Long, byte[]> encoded = new HashMap<>();
    private final Map<Long, RelationSchema> decoded = new HashMap<>();

    /** Writes id, length and form. */
    public void write(RelationSchema schema, DataOutput out) throws IOException {
        long id = schema.id();
        byte[] form = encoded.get(id);
        if (form == null) {
            form = encode(schema);
            encoded.put(id, form);
        }
        out.writeLong(id);
        out.writeInt(form.length);
        out.write(form);
    }

    /** Reads what {@link #write} wrote. */
    public RelationSchema read(DataInput in) throws IOException {
        long id = in.readLong();
        int length = in.readInt();
        RelationSchema known = decoded.get(id);
        if (known != null) {
            in.skipBytes(length);
            return known;
        }
        byte[] form = new byte[length];
        in.readFully(form);
        RelationSchema schema = decode(form);
        decoded.put(id, schema);
        return schema;
    }

    /** The schema's form, version 1. */
    public static byte[] encode(RelationSchema schema) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(1);
        out.writeUTF(schema.relation().schema());
        out.writeUTF(schema.relation().name());
        out.writeUTF(schema.fingerprint());
        out.writeShort(schema.columns().size());
        for (Column column : schema.columns()) {
            out.writeUTF(column.name());
            out.writeUTF(column.type());
            out.writeInt(column.typeOid());
            out.writeBoolean(column.nullable());
            out.writeUTF(column.order().name());
        }
        out.writeShort(schema.keyColumns().size());
        for (int index : schema.keyColumns()) {
            out.writeShort(index);
        }
        return bytes.toByteArray();
    }

    /** The schema back from its form; fails on an unknown version. */
    public static RelationSchema decode(byte[] form) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(form));
        int version = in.readByte();
        if (version != 1) {
            throw new IOException("schema form of version " + version + "; this program reads version 1");
        }
        Relation relation = new Relation(in.readUTF(), in.readUTF());
        String fingerprint = in.readUTF();
        List<Column> columns = new ArrayList<>();
        for (int count = in.readShort(); count > 0; count--) {
            columns.add(new Column(
                    in.readUTF(), in.readUTF(), in.readInt(), in.readBoolean(), KeyOrder.valueOf(in.readUTF())));
        }
        List<Integer> key = new ArrayList<>();
        for (int count = in.readShort(); count > 0; count--) {
            key.add((int) in.readShort());
        }
        return new RelationSchema(relation, columns, key, fingerprint);
    }
}
