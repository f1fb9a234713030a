package io.trellara.handoff.sink.types;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Shares the bytes of an index's key among its columns: none gets more than it wishes, none less than its share. Pure.
 */
final class KeyRoom {
    /** MySQL's longest key. */
    static final int MOST = 3072;

    /** The widest column of a fixed size: a UUID, 36 characters. */
    private static final int FIXED = 36;

    private KeyRoom() {}

    /** @param wishes of each column in bytes; 0 for one of a fixed size */
    static int[] share(List<Integer> wishes) {
        int[] rooms = new int[wishes.size()];
        List<Integer> open = new ArrayList<>();
        int left = MOST;
        for (int i = 0; i < rooms.length; i++) {
            if (wishes.get(i) == 0) {
                rooms[i] = FIXED;
                left -= FIXED;
            } else {
                open.add(i);
            }
        }
        open.sort(Comparator.comparing(wishes::get));
        for (int n = 0; n < open.size(); n++) {
            int i = open.get(n);
            rooms[i] = Math.max(Math.min(wishes.get(i), left / (open.size() - n)), 0);
            left -= rooms[i];
        }
        return rooms;
    }
}
