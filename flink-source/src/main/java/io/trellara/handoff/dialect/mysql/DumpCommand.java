package io.trellara.handoff.dialect.mysql;

import com.github.shyiko.mysql.binlog.network.protocol.command.Command;
import io.trellara.handoff.model.GtidOrigin;
import io.trellara.handoff.model.GtidSet;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Asks for the log behind a set of GTIDs (COM_BINLOG_DUMP_GTID). Ours, since the library's own sets lose tags.
 *
 * @param serverId of this client, which no other client of the server may have
 */
record DumpCommand(long serverId, GtidSet from) implements Command {
    private static final byte CODE = 0x1e;
    private static final int HEADER = 1 + 2 + 4 + 4 + 8 + 4;
    private static final long FIRST_POSITION = 4;
    private static final long TAGGED = 1;
    private static final int COUNT = 8, UUID = 16, INTERVAL = 16;

    @Override
    public byte[] toByteArray() {
        byte[] set = encoded(from);
        ByteBuffer buffer = ByteBuffer.allocate(HEADER + set.length).order(ByteOrder.LITTLE_ENDIAN);
        buffer.put(CODE).putShort((short) 0).putInt((int) serverId).putInt(0);
        buffer.putLong(FIRST_POSITION).putInt(set.length).put(set);
        return buffer.array();
    }

    /** The server's own form: with tags another one than without, which servers before 8.3 do not know. */
    static byte[] encoded(GtidSet set) {
        Map<GtidOrigin, long[]> origins = set.toMap();
        boolean tagged =
                origins.keySet().stream().anyMatch(origin -> !origin.tag().isEmpty());
        int size = COUNT;
        for (Map.Entry<GtidOrigin, long[]> each : origins.entrySet()) {
            size += UUID + COUNT + each.getValue().length / 2 * INTERVAL;
            size += tagged ? 1 + each.getKey().tag().length() : 0;
        }
        ByteBuffer buffer = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        long count = origins.size();
        buffer.putLong(tagged ? TAGGED << 56 | count << 8 | TAGGED : count);
        origins.forEach((origin, intervals) -> {
            buffer.order(ByteOrder.BIG_ENDIAN)
                    .putLong(origin.uuid().getMostSignificantBits())
                    .putLong(origin.uuid().getLeastSignificantBits())
                    .order(ByteOrder.LITTLE_ENDIAN);
            if (tagged) {
                // a length below 128 in the self-describing form: shifted by its bit for "no more bytes"
                buffer.put((byte) (origin.tag().length() << 1));
                buffer.put(origin.tag().getBytes(StandardCharsets.US_ASCII));
            }
            buffer.putLong(intervals.length / 2);
            for (long end : intervals) {
                buffer.putLong(end);
            }
        });
        return buffer.array();
    }
}
