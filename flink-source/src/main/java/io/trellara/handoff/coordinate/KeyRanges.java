package io.trellara.handoff.coordinate;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.model.KeyRange;
import java.util.ArrayList;
import java.util.List;

/** Ranges of chunks in key order, neighbours merged. Pure. */
final class KeyRanges {
    private KeyRanges() {}

    static List<KeyRange> merged(List<ChunkRecord> chunks) {
        List<KeyRange> ranges = new ArrayList<>();
        for (ChunkRecord chunk : chunks) {
            KeyRange next = chunk.range();
            int last = ranges.size() - 1;
            boolean touch = last >= 0
                    && ranges.get(last).upper().isPresent()
                    && ranges.get(last).upper().equals(next.lower());
            if (touch) {
                ranges.set(last, KeyRange.of(ranges.get(last).lower(), next.upper()));
            } else {
                ranges.add(next);
            }
        }
        return ranges;
    }
}
