package io.trellara.handoff.report;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.model.Relation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which reader read what, and when: a chunk is read from its claim until its reader claims the next one, or until it is
 * durable. Neighbours that are too short to be seen are one bar, so that a hundred thousand chunks make a small
 * picture. Pure.
 *
 * @param rows of bars, by the reader's number
 */
record ReaderBars(Map<Integer, List<Bar>> rows) {
    /**
     * A stretch of reading.
     *
     * @param chunks that it stands for
     * @param retried how many of them took more than one attempt
     */
    record Bar(Relation relation, Instant from, Instant to, int chunks, int retried, long copiedRows) {
        private boolean joins(Bar next, Duration least) {
            return relation.equals(next.relation)
                    && (retried > 0) == (next.retried > 0)
                    && Duration.between(from, next.to).compareTo(least) < 0;
        }

        private Bar with(Bar next) {
            return new Bar(
                    relation,
                    from,
                    next.to,
                    chunks + next.chunks,
                    retried + next.retried,
                    copiedRows + next.copiedRows);
        }
    }

    /** @param now until when a chunk is read that is not durable yet */
    static ReaderBars of(List<ChunkRecord> chunks, Instant now, Duration least) {
        Map<Integer, List<ChunkRecord>> byReader = new TreeMap<>();
        for (ChunkRecord chunk : chunks) {
            if (chunk.reading().reader().isPresent()
                    && chunk.reading().claimedAt().isPresent()) {
                byReader.computeIfAbsent(chunk.reading().reader().getAsInt(), reader -> new ArrayList<>())
                        .add(chunk);
            }
        }
        Map<Integer, List<Bar>> rows = new TreeMap<>();
        byReader.forEach((reader, own) -> rows.put(reader, bars(own, now, least)));
        return new ReaderBars(rows);
    }

    private static List<Bar> bars(List<ChunkRecord> own, Instant now, Duration least) {
        own.sort(Comparator.comparing((ChunkRecord chunk) -> claimed(chunk))
                .thenComparing(chunk -> chunk.id().number()));
        List<Bar> bars = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            ChunkRecord chunk = own.get(i);
            Instant end = chunk.reading().copiedAt().orElse(now);
            if (i + 1 < own.size() && claimed(own.get(i + 1)).isBefore(end)) {
                end = claimed(own.get(i + 1));
            }
            Bar bar = new Bar(
                    chunk.id().relation(), claimed(chunk), end, 1, chunk.attempts() > 1 ? 1 : 0, chunk.copiedRows());
            int last = bars.size() - 1;
            if (last >= 0 && bars.get(last).joins(bar, least)) {
                bars.set(last, bars.get(last).with(bar));
            } else {
                bars.add(bar);
            }
        }
        return bars;
    }

    private static Instant claimed(ChunkRecord chunk) {
        return chunk.reading().claimedAt().orElseThrow();
    }

    /** When chunks became durable, each moment once. */
    static List<Instant> checkpoints(List<ChunkRecord> chunks) {
        return chunks.stream()
                .flatMap(chunk -> chunk.reading().copiedAt().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /** From the first claim to the last chunk's being durable; empty where nothing is known. */
    static Optional<Span> span(List<ChunkRecord> chunks, Instant now) {
        Optional<Instant> first = chunks.stream()
                .flatMap(chunk -> chunk.reading().claimedAt().stream())
                .min(Comparator.naturalOrder());
        boolean open = chunks.stream()
                .anyMatch(chunk -> chunk.reading().claimedAt().isPresent()
                        && chunk.reading().copiedAt().isEmpty());
        Optional<Instant> last = chunks.stream()
                .flatMap(chunk -> chunk.reading().copiedAt().stream())
                .max(Comparator.naturalOrder())
                .filter(at -> !open)
                .or(() -> Optional.of(now));
        return first.flatMap(from -> last.map(to -> new Span(from, to)));
    }
}
