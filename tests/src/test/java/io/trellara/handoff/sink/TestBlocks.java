package io.trellara.handoff.sink;

import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.MarkBlock;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Blocks as the source makes them, from lines written out. */
final class TestBlocks {
    private final RelationSchema schema;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private int changes;

    private TestBlocks(RelationSchema schema) {
        this.schema = schema;
    }

    static TestBlocks of(RelationSchema schema) {
        return new TestBlocks(schema);
    }

    /** A schema whose first column is the key. */
    static RelationSchema schema(String table, Column... columns) {
        return new RelationSchema(new Relation("public", table), List.of(columns), List.of(0), "ab".repeat(32));
    }

    static Column key(String name, String type, KeyOrder order) {
        return new Column(name, type, 0, false, order);
    }

    static Column column(String name, String type) {
        return new Column(name, type, 0, true, KeyOrder.UNORDERED);
    }

    /** A change; the line is in COPY text form, an unchanged cell is {@code \0}. */
    TestBlocks change(ChangeOp op, long commit, int ordinal, String line) {
        byte[] text = line.getBytes(StandardCharsets.UTF_8);
        try {
            out.writeByte(op.code());
            out.writeShort(0);
            out.writeLong(commit);
            out.writeInt(ordinal);
            out.writeLong(0);
            out.writeInt(text.length);
            out.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        changes++;
        return this;
    }

    ChangeBlock block(long generation, int lane) {
        return new ChangeBlock(generation, lane, List.of(schema), changes, bytes.toByteArray(), bytes.size());
    }

    static MarkBlock mark(long generation, int lane, long position) {
        return new MarkBlock(generation, lane, new Lsn(position));
    }

    /** Rows of chunk 0; {@code attempt} above 1 replaces. */
    static CopyBlock copy(RelationSchema schema, long generation, int attempt, String... lines) {
        byte[] text = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        ChunkAttempt id = new ChunkAttempt(new ChunkId(schema.relation(), 0), attempt);
        return new CopyBlock(generation, 0, schema, id, new Lsn(100), attempt > 1, lines.length, text, text.length);
    }
}
