package io.trellara.handoff.proof;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.HandoffEvent;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.proof.ProofRule.Found;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;

/** Rules over the handoff itself. Pure. */
final class HandoffRules {
    private HandoffRules() {}

    static List<ProofRule> all() {
        return List.of(
                ProofRule.ofRun(
                        "handoff-once",
                        "A run that was ready has one handoff event for each relation that it carries, one that was not"
                                + " has none.",
                        HandoffRules::once),
                ProofRule.ofRun(
                        "handoff-agrees",
                        "A handoff event is at the run's boundary and says what the relation's chunks say.",
                        HandoffRules::agrees),
                ProofRule.ofRun(
                        "handoff-after-copy",
                        "A relation was handed off after its last chunk, and no later than the run was ready.",
                        HandoffRules::afterCopy),
                ProofRule.ofRun(
                        "stream-after-handoff",
                        "Nothing was streamed before every handoff event was there; a woven run streams beside its copy,"
                                + " and is streaming only after them.",
                        HandoffRules::streamAfter),
                ProofRule.ofRun(
                        "contract-kept",
                        "Contract, key and fingerprint of a relation agree, and its handoff event has that fingerprint"
                                + " (R9).",
                        HandoffRules::contract));
    }

    private static void once(RunEvidence run, Found found) {
        boolean ready = run.firstMoveTo(RunState.STREAM_HANDOFF_READY).isPresent();
        for (Named<HandoffEvent> event : run.events()) {
            found.require(ready, event, "a handoff event of a run that was never ready", "none");
            found.require(
                    run.relation(event.value().relation()).isPresent(),
                    event,
                    "an event of no relation of the run",
                    "one of its relations");
        }
        for (Named<RelationRecord> relation : run.relations()) {
            long events = run.events().stream()
                    .filter(event ->
                            event.value().relation().equals(relation.value().relation()))
                    .count();
            boolean must = ready && !relation.value().retired();
            found.require(
                    events <= 1 && (!must || events == 1),
                    relation,
                    events + " handoff events",
                    must ? "one" : "one at most");
        }
    }

    private static void agrees(RunEvidence run, Found found) {
        for (Named<HandoffEvent> named : run.events()) {
            HandoffEvent event = named.value();
            found.require(
                    run.boundary().equals(Optional.of(event.watermark())),
                    named,
                    "watermark " + event.watermark(),
                    "the run's boundary "
                            + run.boundary().map(Position::toString).orElse("-"));
            List<ChunkRecord> chunks = run.copiedOf(event.relation());
            long rows = chunks.stream().mapToLong(ChunkRecord::copiedRows).sum();
            found.require(event.copiedRows() == rows, named, event.copiedRows() + " rows", rows + ", as in its chunks");
            long checkpoint = chunks.stream()
                    .mapToLong(chunk -> chunk.checkpointId().orElse(0))
                    .max()
                    .orElse(0);
            found.require(
                    event.checkpointId() == checkpoint,
                    named,
                    "checkpoint " + event.checkpointId(),
                    checkpoint + ", the greatest of its chunks");
            edge(found, named, chunks, event.smallestBoundary(), Position::common);
            edge(found, named, chunks, event.largestBoundary(), Position::with);
        }
    }

    private static void edge(
            Found found,
            Named<HandoffEvent> event,
            List<ChunkRecord> chunks,
            Position recorded,
            BinaryOperator<Position> fold) {
        List<Position> views =
                chunks.stream().flatMap(chunk -> chunk.boundary().stream()).toList();
        boolean oneKind = views.stream().allMatch(view -> view.getClass() == recorded.getClass());
        Optional<Position> edge = oneKind ? views.stream().reduce(fold) : Optional.empty();
        found.require(
                edge.filter(view -> BoundaryRules.covers(view, recorded) && BoundaryRules.covers(recorded, view))
                        .isPresent(),
                event,
                "boundary " + recorded,
                "that of its chunks' views, " + edge.map(Position::toString).orElse("which do not agree"));
    }

    private static void afterCopy(RunEvidence run, Found found) {
        Optional<Named<Transition>> ready = run.firstMoveTo(RunState.STREAM_HANDOFF_READY);
        for (Named<HandoffEvent> event : run.events()) {
            run.relation(event.value().relation())
                    .flatMap(relation -> relation.value().lastChunkAt())
                    .ifPresent(last -> found.require(
                            !event.value().completedAt().isBefore(last),
                            event,
                            "handed off at " + event.value().completedAt(),
                            "not before its last chunk, " + last));
            ready.ifPresent(move -> found.require(
                    !event.value().completedAt().isAfter(move.value().at()),
                    event,
                    "handed off at " + event.value().completedAt(),
                    "no later than the run was ready, " + move.value().at()));
        }
    }

    private static void streamAfter(RunEvidence run, Found found) {
        boolean streamed = run.run().streamPosition().isPresent();
        Optional<Named<Transition>> streaming = run.firstMoveTo(RunState.STREAMING);
        boolean child = run.row().value().parentRunId().isPresent();
        found.require(!child || !streamed, run.row(), "a stream position of a run within a run", "none: its parent's");
        found.require(
                run.woven() || !streamed || streaming.isPresent(),
                run.row(),
                "a stream position, and no move to streaming",
                "a handoff before anything is streamed");
        found.require(
                streamed == run.run().streamCheckpointId().isPresent(),
                run.row(),
                "a stream position without its checkpoint, or the other way round",
                "both or neither");
        found.require(
                streaming.isEmpty() || streamed,
                run.row(),
                "a run that streamed, and no stream position",
                "a position");
        streaming.ifPresent(move -> run.events()
                .forEach(event -> found.require(
                        !event.value().completedAt().isAfter(move.value().at()),
                        move,
                        "streaming at " + move.value().at(),
                        "not before the handoff of " + event.value().relation())));
    }

    private static void contract(RunEvidence run, Found found) {
        for (Named<ContractRow> named : run.contracts()) {
            ContractRow contract = named.value();
            found.require(
                    contract.fingerprint().matches("[0-9a-f]{64}"),
                    named,
                    "a fingerprint of another form",
                    "SHA-256 in hex");
            found.require(
                    contract.keyColumns().equals(String.join(",", contract.keyNames())),
                    named,
                    "key_columns " + contract.keyColumns(),
                    "the key of the contract's columns, " + contract.keyNames());
        }
        for (Named<HandoffEvent> event : run.events()) {
            run.contracts().stream()
                    .map(Named::value)
                    .filter(contract -> contract.relation().equals(event.value().relation()))
                    .forEach(contract -> found.require(
                            contract.fingerprint().equals(event.value().schemaFingerprint()),
                            event,
                            "fingerprint " + event.value().schemaFingerprint(),
                            "the contract's, " + contract.fingerprint()));
        }
    }
}
