package io.trellara.handoff.sink;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.CopyBlock;
import java.io.InputStream;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The lines of copy blocks as {@code LOAD DATA} reads them, out of memory. It escapes as COPY does, but does not know
 * the letters for form feed and vertical tab, which stand for themselves instead. A hot path. One thread.
 */
final class LoadedLines extends InputStream {
    private static final int NONE = -1;

    private final Iterator<CopyBlock> blocks;
    private final boolean same;
    private @Nullable CopyBlock block;
    private int next;
    /** The letter of an escape that was cut by the end of a read. */
    private int held = NONE;

    /** @param source whose lines they are; MySQL's have none of these escapes */
    LoadedLines(Iterator<CopyBlock> blocks, DatabaseKind source) {
        this.blocks = blocks;
        this.same = source == DatabaseKind.MYSQL;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, into.length);
        int at = offset;
        int end = offset + count;
        if (held != NONE && at < end) {
            into[at++] = (byte) held;
            held = NONE;
        }
        while (at < end && present()) {
            at = fill(into, at, end);
        }
        return at == offset && count > 0 ? -1 : at - offset;
    }

    private boolean present() {
        while (block == null || next == block.length()) {
            if (!blocks.hasNext()) {
                return false;
            }
            block = blocks.next();
            next = 0;
        }
        return true;
    }

    /** Whole stretches up to the next escape, and then the escape. */
    private int fill(byte[] into, int from, int end) {
        CopyBlock present = Objects.requireNonNull(block);
        byte[] bytes = present.bytes();
        int begin = next;
        int limit = begin + Math.min(present.length() - begin, end - from);
        int stop = same ? limit : begin;
        while (stop < limit && bytes[stop] != '\\') {
            stop++;
        }
        System.arraycopy(bytes, begin, into, from, stop - begin);
        next = stop;
        int at = from + stop - begin;
        return stop < limit ? escape(present, into, at, end) : at;
    }

    /** What the backslash at which {@code next} stands begins; there is room for one byte at least. */
    private int escape(CopyBlock present, byte[] into, int from, int end) {
        byte[] bytes = present.bytes();
        int at = from;
        byte backslash = bytes[next++];
        if (next == present.length()) {
            into[at++] = backslash;
            return at;
        }
        byte letter = bytes[next++];
        if (letter == 'f' || letter == 'v') {
            into[at++] = (byte) (letter == 'f' ? '\f' : 0x0B);
            return at;
        }
        into[at++] = backslash;
        if (at < end) {
            into[at++] = letter;
        } else {
            held = letter;
        }
        return at;
    }

    @Override
    public String toString() {
        return "lines of copy blocks";
    }
}
