package io.trellara.handoff.gate;

import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyComparator;
import io.trellara.handoff.model.PlannedChunk;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.TouchedChunks;
import io.trellara.handoff.model.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Notes which chunks of the plan the stream's changes fall into. Of a relation that has no plan here, or whose keys
 * only the source can compare, every change is noted as one of the whole relation. Nothing is allocated for a change.
 * Pure; one thread.
 */
public final class ChunkNotes {
    private final Map<Relation, Ranges> relations = new HashMap<>();
    private final List<Ranges> opened = new ArrayList<>();
    private @Nullable Relation last;
    private @Nullable Ranges lastRanges;

    /** @param chunks those in force of every relation, in any order */
    public ChunkNotes(Collection<RelationSchema> contract, Collection<PlannedChunk> chunks) {
        Map<Relation, List<PlannedChunk>> byRelation = new HashMap<>();
        chunks.forEach(chunk -> byRelation
                .computeIfAbsent(chunk.id().relation(), r -> new ArrayList<>())
                .add(chunk));
        for (RelationSchema schema : contract) {
            List<PlannedChunk> planned = byRelation.getOrDefault(schema.relation(), List.of());
            relations.put(schema.relation(), schema.keyComparable() ? Ranges.of(schema, planned) : Ranges.whole());
        }
    }

    /** A change of the row with the image's key. */
    public void note(RelationSchema schema, Tuple image) {
        Ranges ranges = of(schema.relation());
        int chunk = ranges.chunk(image);
        if (chunk == Ranges.UNKNOWN) {
            noteAll(ranges);
        } else {
            ranges.touched.add(chunk);
            open(ranges).add(chunk);
        }
    }

    /** A change of any of the relation's rows. */
    public void noteAll(Relation relation) {
        noteAll(of(relation));
    }

    private void noteAll(Ranges ranges) {
        ranges.touched.addAll();
        open(ranges).addAll();
    }

    private TouchedChunks open(Ranges ranges) {
        if (ranges.open.isEmpty()) {
            opened.add(ranges);
        }
        return ranges.open;
    }

    /** The transaction of what was noted has ended. */
    public void committed() {
        opened.forEach(ranges -> ranges.open.clear());
        opened.clear();
    }

    /**
     * What was noted since it was last taken, and all of a transaction that is under way; relations without a change
     * are left out.
     */
    public Map<Relation, TouchedChunks> take() {
        Map<Relation, TouchedChunks> taken = new LinkedHashMap<>();
        relations.forEach((relation, ranges) -> {
            if (!ranges.touched.isEmpty()) {
                taken.put(relation, ranges.touched);
                ranges.touched = new TouchedChunks();
                ranges.touched.addAll(ranges.open);
            }
        });
        return taken;
    }

    /** Changes of one relation come in runs, with the same object for its name. */
    @SuppressWarnings("ReferenceEquality")
    private Ranges of(Relation relation) {
        Ranges known = lastRanges;
        if (known == null || relation != last) {
            known = relations.computeIfAbsent(relation, r -> Ranges.whole());
            last = relation;
            lastRanges = known;
        }
        return known;
    }

    /** The chunks of one relation, by their upper ends. */
    private static final class Ranges {
        static final int UNKNOWN = -1;

        private final @Nullable KeyComparator order;
        private final byte[][][] uppers;
        private final int[] numbers;
        private final TouchedChunks open = new TouchedChunks();
        private TouchedChunks touched = new TouchedChunks();
        private int lastAt;

        private Ranges(@Nullable KeyComparator order, byte[][][] uppers, int[] numbers) {
            this.order = order;
            this.uppers = uppers;
            this.numbers = numbers;
        }

        static Ranges whole() {
            return new Ranges(null, new byte[0][][], new int[0]);
        }

        /** A plan that does not tile the keys says of none where it lies. */
        static Ranges of(RelationSchema schema, List<PlannedChunk> planned) {
            KeyComparator order = KeyComparator.of(schema);
            List<PlannedChunk> chunks = new ArrayList<>(planned);
            chunks.sort((left, right) ->
                    compare(order, left.range().upper(), right.range().upper()));
            Optional<Key> end = Optional.empty();
            for (int i = 0; i < chunks.size(); i++) {
                boolean open = chunks.get(i).range().upper().isEmpty();
                if (!chunks.get(i).range().lower().equals(end) || open != (i == chunks.size() - 1)) {
                    return whole();
                }
                end = chunks.get(i).range().upper();
            }
            if (chunks.isEmpty()) {
                return whole();
            }
            return new Ranges(
                    order,
                    chunks.stream()
                            .flatMap(chunk -> chunk.range().upper().stream())
                            .map(KeyComparator::bytes)
                            .toArray(byte[][][]::new),
                    chunks.stream().mapToInt(chunk -> chunk.id().number()).toArray());
        }

        /** An open end is above every key. */
        private static int compare(KeyComparator order, Optional<Key> left, Optional<Key> right) {
            if (left.isPresent() && right.isPresent()) {
                return order.compare(left.get(), right.get());
            }
            return Boolean.compare(left.isEmpty(), right.isEmpty());
        }

        /** The number of the chunk that the key lies in, or {@link #UNKNOWN}. */
        int chunk(Tuple image) {
            KeyComparator comparator = order;
            if (comparator == null) {
                return UNKNOWN;
            }
            if (!holds(comparator, lastAt, image)) {
                lastAt = find(comparator, image);
            }
            return numbers[lastAt];
        }

        private boolean holds(KeyComparator comparator, int at, Tuple image) {
            return (at == 0 || comparator.compare(image, uppers[at - 1]) > 0)
                    && (at == uppers.length || comparator.compare(image, uppers[at]) <= 0);
        }

        /** The first chunk whose upper end is at or above the key. */
        private int find(KeyComparator comparator, Tuple image) {
            int low = 0;
            int high = uppers.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (comparator.compare(image, uppers[middle]) > 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
