package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.Gtid;
import io.trellara.handoff.model.GtidOrigin;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;

/**
 * What the event before a transaction says of it. Pure.
 *
 * @param micros when it was committed where it was made, microseconds since 1970; 0 where that is not told
 */
record GtidEvent(Gtid gtid, long micros) {
    private static final int LOGICAL_CLOCK = 2;
    private static final long ORIGINAL_FOLLOWS = 1L << 55;
    private static final int FLAGS = 0, UUID_FIELD = 1, NUMBER = 2, TAG = 3, LAST_COMMITTED = 4, SEQUENCE = 5;
    private static final int IMMEDIATE = 6, ORIGINAL = 7;

    static GtidEvent read(BinlogEvent event) {
        BinlogCursor cursor = event.cursor();
        return event.type() == BinlogEvent.GTID_TAGGED ? tagged(cursor) : plain(cursor);
    }

    private static GtidEvent plain(BinlogCursor cursor) {
        cursor.int8();
        UUID uuid = new UUID(cursor.big(8), cursor.big(8));
        Gtid gtid = new Gtid(new GtidOrigin(uuid, ""), cursor.little(8));
        if (cursor.left() < 24 || cursor.int8() != LOGICAL_CLOCK) {
            return new GtidEvent(gtid, 0);
        }
        cursor.skip(16);
        long immediate = cursor.little(7);
        boolean original = (immediate & ORIGINAL_FOLLOWS) != 0;
        return new GtidEvent(gtid, original ? cursor.little(7) : immediate);
    }

    /** The self-describing form that came with tags: fields by number, integers of one to nine bytes. */
    private static GtidEvent tagged(BinlogCursor cursor) {
        TaggedForm form = TaggedForm.open(cursor);
        long high = 0;
        long low = 0;
        long number = 0;
        long micros = 0;
        String tag = "";
        for (long field = form.next(); field >= 0 && field <= ORIGINAL; field = form.next()) {
            switch ((int) field) {
                case FLAGS -> form.unsigned();
                case UUID_FIELD -> {
                    high = form.eightBytes();
                    low = form.eightBytes();
                }
                case TAG -> tag = form.text();
                case NUMBER -> number = form.signed();
                case IMMEDIATE -> micros = micros == 0 ? form.unsigned() : micros;
                case ORIGINAL -> micros = form.unsigned();
                case LAST_COMMITTED, SEQUENCE -> form.signed();
                default -> throw BinlogFailures.malformed("a field that was handled before");
            }
        }
        return new GtidEvent(new Gtid(new GtidOrigin(new UUID(high, low), tag), number), micros);
    }

    /** The form's reader. */
    private record TaggedForm(BinlogCursor cursor) {
        static TaggedForm open(BinlogCursor cursor) {
            TaggedForm form = new TaggedForm(cursor);
            long version = form.unsigned();
            if (version != 1) {
                throw BinlogFailures.unknown("a GTID in form " + version);
            }
            form.unsigned(); // the size, which the event's own says too
            form.unsigned(); // the last field that must be understood
            return form;
        }

        /** The next field's number; -1 at the end. */
        long next() {
            return cursor.left() == 0 ? -1 : unsigned();
        }

        /** As many low bits set as bytes follow; the rest of the bits are the value's lowest. */
        long unsigned() {
            int first = cursor.int8();
            int more = Integer.numberOfTrailingZeros(~first);
            if (more >= 8) {
                return cursor.little(8);
            }
            return cursor.little(more) << (7 - more) | (first >> (more + 1));
        }

        /** The sign is the lowest bit, and the rest is inverted where it is set. */
        long signed() {
            long value = unsigned();
            return value >>> 1 ^ -(value & 1);
        }

        long eightBytes() {
            long value = 0;
            for (int i = 0; i < 8; i++) {
                value = value << 8 | unsigned();
            }
            return value;
        }

        String text() {
            int length = (int) unsigned();
            int from = cursor.skip(length);
            return new String(cursor.bytes(), from, length, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
        }
    }
}
