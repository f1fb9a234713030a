package io.trellara.handoff.coordinate;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.PlannedChunk;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.state.CoordinatorEvent.GatePage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the gate's pages from the evidence: copied chunks, neighbours with the same boundary and gate merged. Pure. */
final class GatePages {
    /** A page stays far below Flink's limit of 10 MB for an event, above which events vanish (flink.md). */
    private static final int PAGE_BYTES = 256 << 10;

    private static final int ENTRY_BYTES = 200;

    private GatePages() {}

    /** The pages, in order; at least one. */
    static List<GatePage> of(Collection<RelationSchema> schemas, List<ChunkRecord> chunks) {
        List<GatePage> pages = new ArrayList<>();
        for (List<RelationSchema> page : cut(schemas, GatePages::bytes)) {
            pages.add(new GatePage(pages.size(), page, new ArrayList<>(), new ArrayList<>()));
        }
        for (List<CopiedRange> page : cut(ranges(schemas, chunks), range -> bytes(range.range()))) {
            pages.add(new GatePage(pages.size(), new ArrayList<>(), page, new ArrayList<>()));
        }
        for (List<PlannedChunk> page : cut(planned(chunks), chunk -> bytes(chunk.range()))) {
            pages.add(new GatePage(pages.size(), new ArrayList<>(), new ArrayList<>(), page));
        }
        return pages;
    }

    private static List<PlannedChunk> planned(List<ChunkRecord> chunks) {
        return chunks.stream()
                .map(chunk -> new PlannedChunk(chunk.id(), chunk.range()))
                .toList();
    }

    private static <T> List<List<T>> cut(Collection<T> entries, ToIntFunction<T> size) {
        List<List<T>> pages = new ArrayList<>();
        int bytes = PAGE_BYTES;
        for (T entry : entries) {
            if (bytes >= PAGE_BYTES) {
                pages.add(new ArrayList<>());
                bytes = 0;
            }
            pages.get(pages.size() - 1).add(entry);
            bytes += ENTRY_BYTES + size.applyAsInt(entry);
        }
        return pages;
    }

    private static int bytes(RelationSchema schema) {
        return schema.columns().stream()
                .mapToInt(c -> ENTRY_BYTES + 3 * (c.name().length() + c.type().length()))
                .sum();
    }

    private static int bytes(KeyRange range) {
        return Stream.of(range.lower(), range.upper())
                .flatMap(Optional::stream)
                .flatMap(key -> key.cells().stream())
                .mapToInt(cell -> 3 * cell.length())
                .sum();
    }

    /** The merged ranges, in plan order. */
    static List<CopiedRange> ranges(Collection<RelationSchema> schemas, List<ChunkRecord> chunks) {
        return granted(schemas, chunks, chunks);
    }

    /**
     * The ranges that the gate gets with the {@code moved} among {@code chunks}: of an ordered relation those that are
     * copied, of any other one the whole, once all of it is.
     */
    static List<CopiedRange> granted(
            Collection<RelationSchema> schemas, List<ChunkRecord> chunks, List<ChunkRecord> moved) {
        Map<Relation, List<ChunkRecord>> all = byRelation(chunks);
        Map<Relation, List<ChunkRecord>> fresh = byRelation(moved);
        List<CopiedRange> ranges = new ArrayList<>();
        for (RelationSchema schema : schemas) {
            List<ChunkRecord> own = fresh.getOrDefault(schema.relation(), List.of());
            if (schema.keyOrdered()) {
                ranges.addAll(merged(own.stream().filter(GatePages::isCopied).toList()));
            } else if (!own.isEmpty()) {
                List<ChunkRecord> whole = all.getOrDefault(schema.relation(), own);
                if (whole.stream().allMatch(GatePages::isCopied)) {
                    ranges.add(whole(schema, whole));
                }
            }
        }
        return ranges;
    }

    /** Cuts ranges into portions that an event can hold. */
    static List<List<CopiedRange>> portions(List<CopiedRange> ranges) {
        return cut(ranges, range -> bytes(range.range()));
    }

    private static Map<Relation, List<ChunkRecord>> byRelation(List<ChunkRecord> chunks) {
        return chunks.stream().collect(Collectors.groupingBy(c -> c.id().relation()));
    }

    private static boolean isCopied(ChunkRecord chunk) {
        return chunk.state() == ChunkState.COPIED;
    }

    private static List<CopiedRange> merged(List<ChunkRecord> chunks) {
        List<CopiedRange> ranges = new ArrayList<>();
        for (ChunkRecord chunk : chunks) {
            CopiedRange next = range(chunk);
            int last = ranges.size() - 1;
            if (last >= 0 && sameAndAdjacent(ranges.get(last), next)) {
                KeyRange both = KeyRange.of(
                        ranges.get(last).range().lower(), next.range().upper());
                ranges.set(last, new CopiedRange(next.relation(), both, next.boundary(), next.gate()));
            } else {
                ranges.add(next);
            }
        }
        return ranges;
    }

    private static boolean sameAndAdjacent(CopiedRange left, CopiedRange right) {
        return left.range().upper().isPresent()
                && left.range().upper().equals(right.range().lower())
                && left.boundary().equals(right.boundary())
                && left.gate().equals(right.gate());
    }

    /**
     * Keys without an order: one gate for all, the smallest. Where it is below a chunk's own, changes that its view
     * holds pass again, in order; the stream has not passed it, since the whole relation has one floor (R2, R5).
     */
    private static CopiedRange whole(RelationSchema schema, List<ChunkRecord> chunks) {
        Position gate = chunks.stream()
                .map(c -> c.gate().orElseThrow())
                .reduce(Position::common)
                .orElseThrow();
        Position boundary = chunks.stream()
                .map(c -> c.boundary().orElseThrow())
                .reduce(Position::with)
                .orElseThrow();
        return new CopiedRange(schema.relation(), KeyRange.ALL, boundary, gate);
    }

    private static CopiedRange range(ChunkRecord chunk) {
        return new CopiedRange(
                chunk.id().relation(),
                chunk.range(),
                chunk.boundary().orElseThrow(),
                chunk.gate().orElseThrow());
    }
}
