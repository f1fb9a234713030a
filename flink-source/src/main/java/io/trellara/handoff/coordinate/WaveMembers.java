package io.trellara.handoff.coordinate;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Chooses the chunks of the next wave. What was claimed in a lost view comes first, since the stream stands at its
 * floor; a relation without an order of keys comes whole, since the gate opens it as a whole (design §6). Pure.
 */
final class WaveMembers {
    private final Set<ChunkId> chosen = new LinkedHashSet<>();
    private final long most;
    private long planned;

    private WaveMembers(long most) {
        this.most = most;
    }

    /**
     * The next wave's chunks; empty only where every chunk is copied.
     *
     * @param chunks all of the run, in plan order
     * @param most the most chunks that were never claimed; one relation without an order may exceed it
     */
    static Set<ChunkId> of(List<ChunkRecord> chunks, Map<Relation, RelationSchema> schemas, long most) {
        WaveMembers members = new WaveMembers(most);
        Function<ChunkRecord, Relation> relation = chunk -> chunk.id().relation();
        Map<Relation, List<ChunkRecord>> relations =
                chunks.stream().collect(Collectors.groupingBy(relation, LinkedHashMap::new, Collectors.toList()));
        relations.values().forEach(members::begun);
        relations.forEach((name, own) -> members.next(own, ordered(schemas, name)));
        return members.chosen;
    }

    private static boolean ordered(Map<Relation, RelationSchema> schemas, Relation relation) {
        RelationSchema schema = schemas.get(relation);
        return schema != null && schema.keyOrdered();
    }

    private void begun(List<ChunkRecord> chunks) {
        chunks.stream().filter(c -> c.state() == ChunkState.CLAIMED).forEach(c -> chosen.add(c.id()));
    }

    private void next(List<ChunkRecord> chunks, boolean ordered) {
        List<ChunkId> left = chunks.stream()
                .filter(c -> c.state() == ChunkState.PLANNED)
                .map(ChunkRecord::id)
                .toList();
        boolean begun = chunks.stream().anyMatch(c -> c.attempts() > 0);
        if (ordered) {
            left.stream().limit(Math.max(0, most - planned)).forEach(this::choose);
        } else if (begun || planned == 0 || planned + left.size() <= most) {
            left.forEach(this::choose);
        }
    }

    private void choose(ChunkId chunk) {
        chosen.add(chunk);
        planned++;
    }
}
