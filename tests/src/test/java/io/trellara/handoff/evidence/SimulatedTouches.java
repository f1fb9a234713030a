package io.trellara.handoff.evidence;

import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.StreamTouches;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The windows of a run and what was touched in them, by production's own rule for where one ends. */
public final class SimulatedTouches {
    private static final Duration BETWEEN_RECORDS = Duration.ofMinutes(3);

    private final List<StreamWindow> windows;
    private final Map<Relation, Map<Integer, Long>> touched;
    private Instant now;

    SimulatedTouches() {
        this(new ArrayList<>(), new LinkedHashMap<>(), Instant.EPOCH);
    }

    private SimulatedTouches(List<StreamWindow> windows, Map<Relation, Map<Integer, Long>> touched, Instant now) {
        this.windows = windows;
        this.touched = touched;
        this.now = now;
    }

    SimulatedTouches copy() {
        Map<Relation, Map<Integer, Long>> copied = new LinkedHashMap<>();
        touched.forEach((relation, chunks) -> copied.put(relation, new LinkedHashMap<>(chunks)));
        return new SimulatedTouches(new ArrayList<>(windows), copied, now);
    }

    /** Some windows end because of their age, also while a transaction is under way. */
    void record(List<StreamTouches> parts) {
        now = now.plus(BETWEEN_RECORDS);
        parts.forEach(part -> {
            long window = window(part);
            part.relations()
                    .forEach((relation, chunks) -> JdbcEvidenceTouches.numbers(chunks)
                            .forEach(chunk -> touched.computeIfAbsent(relation, r -> new LinkedHashMap<>())
                                    .put(chunk, window)));
        });
    }

    private long window(StreamTouches part) {
        int last = windows.size() - 1;
        StreamWindow newest = last < 0 ? null : windows.get(last);
        if (newest != null && newest.takes(part, now)) {
            windows.set(
                    last,
                    new StreamWindow(newest.number(), newest.from(), part.to(), newest.openedAt(), newest.closedAt()));
            return newest.number();
        }
        windows.add(new StreamWindow(last + 2L, part.from(), part.to(), now, Optional.empty()));
        return last + 2L;
    }

    /** Oldest first. */
    public List<StreamWindow> windows() {
        return List.copyOf(windows);
    }

    public List<StreamTouch> touches() {
        List<StreamTouch> all = new ArrayList<>();
        touched.forEach((relation, chunks) ->
                chunks.forEach((chunk, window) -> all.add(new StreamTouch(relation, chunk, window))));
        return all;
    }

    /** Whether the chunk, or all of its relation, was touched in that window or a later one. */
    public boolean touchedSince(ChunkId chunk, long window) {
        Map<Integer, Long> chunks = touched.getOrDefault(chunk.relation(), Map.of());
        return chunks.getOrDefault(chunk.number(), 0L) >= window || chunks.getOrDefault(StreamTouch.ALL, 0L) >= window;
    }
}
