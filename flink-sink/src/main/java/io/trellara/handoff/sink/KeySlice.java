package io.trellara.handoff.sink;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A key's bytes as a slice, compared by content. Values: never logged. */
final class KeySlice {
    private final byte[] bytes;
    private final int from;
    private final int to;
    private final int hash;

    KeySlice(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        int h = 1;
        for (int i = from; i < to; i++) {
            h = 31 * h + bytes[i];
        }
        this.hash = h;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeySlice that
                && hash == that.hash
                && Arrays.equals(bytes, from, to, that.bytes, that.from, that.to);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return "key of " + (to - from) + " bytes";
    }
}
