package io.trellara.handoff.dialect.mysql;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * The events of a compressed transaction, one by one, so that never more of it is in memory than its compressed form
 * and one event. One thread.
 */
final class PayloadEvents {
    private static final int END = 0, SIZE = 1, COMPRESSION = 2, UNCOMPRESSED_SIZE = 3;
    private static final int ZSTD = 0, NONE = 255;

    private final InputStream events;
    private final BinlogEvent whole;

    private PayloadEvents(InputStream events, BinlogEvent whole) {
        this.events = events;
        this.whole = whole;
    }

    static PayloadEvents open(BinlogEvent event) {
        BinlogCursor cursor = event.cursor();
        long compression = NONE;
        long size = -1;
        for (long field = cursor.packed(); field != END; field = cursor.packed()) {
            int length = cursor.count();
            BinlogCursor value = new BinlogCursor().open(cursor.bytes(), cursor.skip(length), length);
            switch ((int) field) {
                case COMPRESSION -> compression = value.packed();
                case SIZE -> size = value.packed();
                case UNCOMPRESSED_SIZE -> value.packed();
                default -> throw BinlogFailures.unknown("field " + field + " of a compressed transaction");
            }
        }
        if (size != cursor.left()) {
            throw BinlogFailures.malformed("a compressed transaction of another size than it says");
        }
        InputStream packed = new ByteArrayInputStream(cursor.bytes(), cursor.at(), cursor.left());
        if (compression != ZSTD && compression != NONE) {
            throw BinlogFailures.unknown("compression " + compression + " of a transaction");
        }
        return new PayloadEvents(compression == ZSTD ? new ZstdInputStream(packed) : packed, event);
    }

    /** The next event; empty at the end. Its place in the log is the whole transaction's. */
    Optional<BinlogEvent> next() {
        try {
            byte[] header = events.readNBytes(BinlogEvent.HEADER);
            if (header.length == 0) {
                events.close();
                return Optional.empty();
            }
            if (header.length < BinlogEvent.HEADER) {
                throw BinlogFailures.malformed("a compressed transaction that ends early");
            }
            BinlogCursor cursor = new BinlogCursor().open(header, 0, header.length);
            cursor.skip(9);
            int size = (int) cursor.int32() - BinlogEvent.HEADER;
            byte[] body = size < 0 ? new byte[0] : events.readNBytes(size);
            if (body.length != size) {
                throw BinlogFailures.malformed("a compressed transaction that ends early");
            }
            int type = header[4] & 0xFF;
            int flags = (header[17] & 0xFF) | (header[18] & 0xFF) << 8;
            return Optional.of(
                    new BinlogEvent(type, flags, whole.seconds(), whole.logPosition(), body, 0, body.length));
        } catch (IOException | MalformedInputException e) {
            throw BinlogFailures.malformed("a compressed transaction that cannot be read");
        }
    }
}
