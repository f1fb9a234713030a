package io.trellara.handoff.state;

import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.emit.SchemaCodec;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.PositionCodec;
import io.trellara.handoff.model.Relation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Splits, as they travel and as a checkpoint holds them. A checkpoint holds reports and the stream, never a chunk. */
public final class SplitSerializer implements SimpleVersionedSerializer<HandoffSplit> {
    /** A change to anything below makes a new one, and the old ones stay readable. */
    public static final int VERSION = 2;

    /** Knew PostgreSQL's positions only, each as eight bytes. */
    private static final int LSN_VERSION = 1;

    private static final byte CHUNK = 1;
    private static final byte STREAM = 2;
    private static final byte REPORT = 3;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(HandoffSplit split) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        if (split instanceof HandoffSplit.ChunkSplit chunk) {
            out.writeByte(CHUNK);
            writeChunk(chunk, out);
        } else if (split instanceof HandoffSplit.StreamSplit stream) {
            out.writeByte(STREAM);
            writeStream(stream.position(), out);
        } else {
            out.writeByte(REPORT);
            DurableReport durable = ((HandoffSplit.ReportSplit) split).durable();
            out.writeLong(durable.checkpointId());
            writeAttempt(durable.report().attempt(), out);
            out.writeLong(durable.report().rows());
            out.writeLong(durable.report().bytes());
        }
        return bytes.toByteArray();
    }

    @Override
    public HandoffSplit deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION && version != LSN_VERSION) {
            throw new IOException(
                    "split of version " + version + "; this program reads versions " + LSN_VERSION + " to " + VERSION);
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
        byte kind = in.readByte();
        return switch (kind) {
            case CHUNK -> readChunk(version, in);
            case STREAM -> new HandoffSplit.StreamSplit(readStream(version, in));
            case REPORT -> {
                long checkpointId = in.readLong();
                ChunkReport report = new ChunkReport(readAttempt(in), in.readLong(), in.readLong());
                yield new HandoffSplit.ReportSplit(new DurableReport(report, checkpointId));
            }
            default -> throw new IOException("split of unknown kind " + kind);
        };
    }

    private static void writeChunk(HandoffSplit.ChunkSplit chunk, DataOutputStream out) throws IOException {
        writeAttempt(chunk.attempt(), out);
        byte[] schema = SchemaCodec.encode(chunk.schema());
        out.writeInt(schema.length);
        out.write(schema);
        writeKey(chunk.range().lower(), out);
        writeKey(chunk.range().upper(), out);
        out.writeInt(chunk.wave());
        out.writeUTF(chunk.view().snapshot());
        PositionCodec.write(chunk.view().boundary(), out);
        out.writeUTF(chunk.view().serverStart());
        out.writeInt(chunk.view().session());
        out.writeBoolean(chunk.replace());
    }

    private static HandoffSplit.ChunkSplit readChunk(int version, DataInputStream in) throws IOException {
        ChunkAttempt attempt = readAttempt(in);
        byte[] schema = in.readNBytes(in.readInt());
        KeyRange range = KeyRange.of(readKey(in), readKey(in));
        int wave = in.readInt();
        ViewTicket view = new ViewTicket(in.readUTF(), readPosition(version, in), in.readUTF(), in.readInt());
        return new HandoffSplit.ChunkSplit(attempt, SchemaCodec.decode(schema), range, wave, view, in.readBoolean());
    }

    private static void writeStream(StreamPosition position, DataOutputStream out) throws IOException {
        PositionCodec.write(position.position(), out);
        PositionCodec.write(position.partialCommit(), out);
        out.writeInt(position.partialOrdinal());
        PositionCodec.write(position.mark(), out);
        out.writeLong(position.counts().forwarded());
        out.writeLong(position.counts().suppressed());
        out.writeLong(position.counts().replayed());
    }

    private static StreamPosition readStream(int version, DataInputStream in) throws IOException {
        return new StreamPosition(
                readPosition(version, in),
                version == LSN_VERSION ? Commit.at(in.readLong()) : PositionCodec.readCommit(in),
                in.readInt(),
                readPosition(version, in),
                new ChangeCounts(in.readLong(), in.readLong(), in.readLong()));
    }

    private static Position readPosition(int version, DataInputStream in) throws IOException {
        return version == LSN_VERSION ? new Lsn(in.readLong()) : PositionCodec.read(in);
    }

    private static void writeAttempt(ChunkAttempt attempt, DataOutputStream out) throws IOException {
        out.writeUTF(attempt.chunk().relation().schema());
        out.writeUTF(attempt.chunk().relation().name());
        out.writeInt(attempt.chunk().number());
        out.writeInt(attempt.attempt());
    }

    private static ChunkAttempt readAttempt(DataInputStream in) throws IOException {
        Relation relation = new Relation(in.readUTF(), in.readUTF());
        return new ChunkAttempt(new ChunkId(relation, in.readInt()), in.readInt());
    }

    private static void writeKey(Optional<Key> key, DataOutputStream out) throws IOException {
        List<String> cells = key.map(Key::cells).orElse(List.of());
        out.writeInt(cells.size());
        for (String cell : cells) {
            byte[] utf8 = cell.getBytes(StandardCharsets.UTF_8);
            out.writeInt(utf8.length);
            out.write(utf8);
        }
    }

    private static Optional<Key> readKey(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            cells.add(new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
        }
        return cells.isEmpty() ? Optional.empty() : Optional.of(new Key(cells));
    }
}
