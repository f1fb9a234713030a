package io.trellara.handoff.dialect.mysql;

import java.util.zip.CRC32;

/**
 * An event of the binary log: its header, and where its body lies in the bytes. Pure.
 *
 * @param bytes holds it; not copied
 * @param body where the body begins
 * @param length the body's length, without a checksum
 * @param logPosition where it ends in the server's log file, 32 bits; 0 for events that no file holds
 */
@SuppressWarnings("ArrayRecordComponent") // a slice of what was received; never compared
record BinlogEvent(int type, int flags, long seconds, long logPosition, byte[] bytes, int body, int length) {
    static final int QUERY = 2, STOP = 3, ROTATE = 4, INTVAR = 5, APPEND_BLOCK = 9, DELETE_FILE = 11, RAND = 13;
    static final int USER_VAR = 14, FORMAT_DESCRIPTION = 15, XID = 16, BEGIN_LOAD_QUERY = 17, EXECUTE_LOAD_QUERY = 18;
    static final int TABLE_MAP = 19, INCIDENT = 26, HEARTBEAT = 27, IGNORABLE = 28, ROWS_QUERY = 29, WRITE_ROWS = 30;
    static final int UPDATE_ROWS = 31, DELETE_ROWS = 32, GTID = 33, ANONYMOUS_GTID = 34, PREVIOUS_GTIDS = 35;
    static final int TRANSACTION_CONTEXT = 36, VIEW_CHANGE = 37, XA_PREPARE = 38, PARTIAL_UPDATE_ROWS = 39;
    static final int TRANSACTION_PAYLOAD = 40, HEARTBEAT_V2 = 41, GTID_TAGGED = 42;

    static final int HEADER = 19;
    static final int CHECKSUM = 4;
    private static final int IGNORABLE_FLAG = 0x80;

    /** Reads the header of the event that these bytes hold, and checks its checksum where it has one. */
    static BinlogEvent read(byte[] bytes, int from, int length, boolean checksum) {
        BinlogCursor cursor = new BinlogCursor().open(bytes, from, length);
        long seconds = cursor.int32();
        int type = cursor.int8();
        cursor.int32(); // who wrote it first: its GTID says that better
        long size = cursor.int32();
        long logPosition = cursor.int32();
        int flags = cursor.int16();
        int tail = checksum ? CHECKSUM : 0;
        if (size != length || length < HEADER + tail) {
            throw BinlogFailures.malformed("an event of another length than its header says");
        }
        BinlogEvent event =
                new BinlogEvent(type, flags, seconds, logPosition, bytes, from + HEADER, length - HEADER - tail);
        if (checksum) {
            event.check(from, length);
        }
        return event;
    }

    private void check(int from, int size) {
        CRC32 sum = new CRC32();
        sum.update(bytes, from, size - CHECKSUM);
        long told =
                new BinlogCursor().open(bytes, from + size - CHECKSUM, CHECKSUM).int32();
        if (sum.getValue() != told) {
            throw BinlogFailures.malformed("an event whose checksum does not fit");
        }
    }

    /** Whether the server says that who does not know it may leave it out. */
    boolean ignorable() {
        return (flags & IGNORABLE_FLAG) != 0;
    }

    /** What a format description says of the events behind it: its last byte names the algorithm, of which one is. */
    boolean describesChecksums() {
        int algorithm = bytes[body + length - 1];
        if (algorithm != 0 && algorithm != 1) {
            throw BinlogFailures.unknown("checksum algorithm " + algorithm);
        }
        return algorithm == 1;
    }

    boolean heartbeat() {
        return type == HEARTBEAT || type == HEARTBEAT_V2;
    }

    boolean gtid() {
        return type == GTID || type == GTID_TAGGED;
    }

    BinlogCursor cursor() {
        return new BinlogCursor().open(bytes, body, length);
    }

    int sizeInLog() {
        return HEADER + length + CHECKSUM;
    }
}
