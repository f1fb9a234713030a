package io.trellara.handoff.proof;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.HandoffEvent;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import java.util.List;
import java.util.Optional;

/** The rows of one run. */
record RunEvidence(
        Named<RunRow> row,
        List<Named<Transition>> moves,
        List<Named<RelationRecord>> relations,
        List<Named<ContractRow>> contracts,
        List<Named<WaveRecord>> waves,
        List<Named<ChunkRecord>> chunks,
        List<Named<HandoffEvent>> events,
        List<Named<ControlRecord>> controls,
        List<Named<Verification>> verifications) {
    RunEvidence {
        moves = List.copyOf(moves);
        relations = List.copyOf(relations);
        contracts = List.copyOf(contracts);
        waves = List.copyOf(waves);
        chunks = List.copyOf(chunks);
        events = List.copyOf(events);
        controls = List.copyOf(controls);
        verifications = List.copyOf(verifications);
    }

    RunRecord run() {
        return row.value().run();
    }

    Optional<Position> boundary() {
        return run().consistentLsn();
    }

    /** Whether its waves may have floors beyond its boundary: the stream runs beside its copy. */
    boolean woven() {
        return run().schedule().equals("woven") || row.value().parentRunId().isPresent();
    }

    /** The first move to that state. */
    Optional<Named<Transition>> firstMoveTo(RunState state) {
        return moves.stream().filter(move -> move.value().to() == state).findFirst();
    }

    List<Named<ChunkRecord>> chunksOf(Relation relation) {
        return chunks.stream()
                .filter(chunk -> chunk.value().id().relation().equals(relation))
                .toList();
    }

    List<ChunkRecord> copiedOf(Relation relation) {
        return chunksOf(relation).stream()
                .map(Named::value)
                .filter(chunk -> chunk.state() == ChunkState.COPIED)
                .toList();
    }

    Optional<Named<RelationRecord>> relation(Relation relation) {
        return relations.stream()
                .filter(row -> row.value().relation().equals(relation))
                .findFirst();
    }
}
