package io.trellara.handoff.model;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The binary form of positions and transactions, in what travels and in what a checkpoint holds. */
public final class PositionCodec {
    private static final byte LSN = 0;
    private static final byte BINLOG = 1;

    private PositionCodec() {}

    public static void write(Position position, DataOutput out) throws IOException {
        if (position instanceof Lsn lsn) {
            out.writeByte(LSN);
            out.writeLong(lsn.value());
        } else {
            out.writeByte(BINLOG);
            writeText(position.toString(), out);
        }
    }

    public static Position read(DataInput in) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case LSN -> new Lsn(in.readLong());
            case BINLOG -> BinlogPosition.parse(readText(in));
            default -> throw new IOException("position of unknown kind " + kind);
        };
    }

    public static void write(Commit commit, DataOutput out) throws IOException {
        out.writeLong(commit.place());
        Gtid gtid = commit.gtid();
        writeText(gtid == null ? "" : gtid.toString(), out);
    }

    public static Commit readCommit(DataInput in) throws IOException {
        long place = in.readLong();
        String text = readText(in);
        @Nullable Gtid gtid = text.isEmpty() ? null : Gtid.parse(text);
        return new Commit(place, gtid);
    }

    /** A GTID set with many gaps outgrows {@code writeUTF}. */
    private static void writeText(String text, DataOutput out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String readText(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
