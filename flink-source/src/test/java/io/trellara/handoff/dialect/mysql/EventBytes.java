package io.trellara.handoff.dialect.mysql;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Events of the binary log, put together byte by byte. */
final class EventBytes {
    private static final int ROW_POSITION = 1_000;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private EventBytes little(long value, int count) {
        for (int i = 0; i < count; i++) {
            bytes.write((int) (value >>> (8 * i)));
        }
        return this;
    }

    private EventBytes text(String text) {
        bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    private BinlogEvent event(int type) {
        byte[] body = bytes.toByteArray();
        return new BinlogEvent(type, 0, 0, ROW_POSITION, body, 0, body.length);
    }

    static BinlogEvent empty(int type, int flags) {
        return new BinlogEvent(type, flags, 0, ROW_POSITION, new byte[8], 0, 8);
    }

    /** The GTID of transaction {@code number} of the server whose UUID is all zeros but for a one at its end. */
    static BinlogEvent gtid(long number) {
        return new EventBytes()
                .little(0, 1)
                .little(0, 15)
                .little(1, 1)
                .little(number, 8)
                .event(BinlogEvent.GTID);
    }

    /** The same, which says when it was committed. */
    static BinlogEvent gtid(long number, long micros) {
        return new EventBytes()
                .little(0, 1)
                .little(0, 15)
                .little(1, 1)
                .little(number, 8)
                .little(2, 1)
                .little(0, 16)
                .little(micros, 7)
                .event(BinlogEvent.GTID);
    }

    static BinlogEvent heartbeat() {
        return empty(BinlogEvent.HEARTBEAT, 0);
    }

    static BinlogEvent query(String schema, String statement) {
        return new EventBytes()
                .little(0, 8)
                .little(schema.length(), 1)
                .little(0, 2)
                .little(3, 2)
                .little(0, 3)
                .text(schema)
                .little(0, 1)
                .text(statement)
                .event(BinlogEvent.QUERY);
    }

    /** A table of an int and a varchar(20). */
    static BinlogEvent map(long id, String schema, String table) {
        return new EventBytes()
                .little(id, 6)
                .little(1, 2)
                .little(schema.length(), 1)
                .text(schema)
                .little(0, 1)
                .little(table.length(), 1)
                .text(table)
                .little(0, 1)
                .little(2, 1)
                .little(BinlogTypes.LONG, 1)
                .little(BinlogTypes.VARCHAR, 1)
                .little(2, 1)
                .little(80, 2)
                .little(2, 1)
                .event(BinlogEvent.TABLE_MAP);
    }

    /** Rows {@code (number, "v")}, inserted; {@code present} says which columns the images hold. */
    static BinlogEvent rows(long id, int present, int... numbers) {
        EventBytes event = new EventBytes()
                .little(id, 6)
                .little(1, 2)
                .little(2, 2)
                .little(2, 1)
                .little(present, 1);
        for (int number : numbers) {
            event.little(0, 1).little(number, 4);
            if (present == 3) {
                event.little(1, 1).text("v");
            }
        }
        return event.event(BinlogEvent.WRITE_ROWS);
    }

    static BinlogEvent xid() {
        return new EventBytes().little(7, 8).event(BinlogEvent.XID);
    }
}
