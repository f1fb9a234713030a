package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.state.CoordinatorEvent.GatePage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
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
            pages.add(new GatePage(pages.size(), page, new ArrayList<>()));
        }
        for (List<CopiedRange> page : cut(ranges(schemas, chunks), GatePages::bytes)) {
            pages.add(new GatePage(pages.size(), new ArrayList<>(), page));
        }
        return pages;
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

    private static int bytes(CopiedRange range) {
        return Stream.of(range.range().lower(), range.range().upper())
                .flatMap(Optional::stream)
                .flatMap(key -> key.cells().stream())
                .mapToInt(cell -> 3 * cell.length())
                .sum();
    }

    /** The merged ranges, in plan order. */
    static List<CopiedRange> ranges(Collection<RelationSchema> schemas, List<ChunkRecord> chunks) {
        Map<Relation, List<ChunkRecord>> copied = new LinkedHashMap<>();
        chunks.stream()
                .filter(c -> c.state() == ChunkState.COPIED)
                .forEach(c -> copied.computeIfAbsent(c.id().relation(), r -> new ArrayList<>())
                        .add(c));
        List<CopiedRange> ranges = new ArrayList<>();
        for (RelationSchema schema : schemas) {
            List<ChunkRecord> own = copied.getOrDefault(schema.relation(), List.of());
            if (!own.isEmpty()) {
                ranges.addAll(schema.keyOrdered() ? merged(own) : List.of(whole(schema, own)));
            }
        }
        return ranges;
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

    /** Keys without an order: one gate for all (R5), which the claims have made sure of. */
    private static CopiedRange whole(RelationSchema schema, List<ChunkRecord> chunks) {
        Lsn gate = chunks.get(0).gate().orElseThrow();
        Lsn boundary = chunks.get(0).boundary().orElseThrow();
        for (ChunkRecord chunk : chunks) {
            if (!chunk.gate().orElseThrow().equals(gate)) {
                throw HandoffException.bug(
                        "relation " + schema.relation(), "several gates over keys without an order", "one gate (R5)");
            }
            boundary = boundary.max(chunk.boundary().orElseThrow());
        }
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
