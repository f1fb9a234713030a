package io.trellara.handoff.dialect.mysql;

import java.util.Arrays;
import java.util.Optional;

/**
 * The order of a collation over weights that the server has told (design §6): bytes, and where the collation pads with
 * spaces the shorter one goes on with the weight of a space. Pure.
 */
final class WeightOrder {
    private final byte[] space;

    /** @param space the weight of one space; empty where the collation does not pad */
    WeightOrder(Optional<byte[]> space) {
        this.space = space.map(byte[]::clone).orElseGet(() -> new byte[0]);
    }

    /** Negative, zero or positive as the server would order the texts whose weights these are. */
    int compare(byte[] a, byte[] b) {
        int common = Math.min(a.length, b.length);
        int first = Arrays.compareUnsigned(a, 0, common, b, 0, common);
        if (first != 0 || a.length == b.length) {
            return first;
        }
        if (space.length == 0) {
            return Integer.compare(a.length, b.length);
        }
        return a.length < b.length ? -againstSpaces(b, common) : againstSpaces(a, common);
    }

    /** The rest of a weight against spaces, which begin where the other one ends. */
    private int againstSpaces(byte[] weight, int from) {
        for (int i = from; i < weight.length; i++) {
            int difference = (weight[i] & 0xFF) - (space[(i - from) % space.length] & 0xFF);
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }
}
