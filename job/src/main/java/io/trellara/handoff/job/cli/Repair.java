package io.trellara.handoff.job.cli;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.RunPlan;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.util.List;

/**
 * A relation, or a part of it, that is to be copied again.
 *
 * @param chunks of it
 * @param all that the relation has in force
 */
record Repair(RelationSchema schema, List<ChunkRecord> chunks, List<ChunkRecord> all) {
    Repair {
        chunks = List.copyOf(chunks);
        all = List.copyOf(all);
    }

    /** The relation's chunks in force. */
    static List<ChunkRecord> chunks(RunPlan plan, Relation relation) {
        return plan.chunksInForce().stream()
                .filter(chunk -> chunk.id().relation().equals(relation))
                .toList();
    }

    /** The request for it, which names no chunk where it is for all of them. */
    ControlRequest request(RunKey run) {
        List<Integer> numbers = chunks.size() == all.size()
                ? List.of()
                : chunks.stream().map(chunk -> chunk.id().number()).toList();
        return ControlRequest.recopy(run, schema.relation(), numbers, Requests.user());
    }
}
