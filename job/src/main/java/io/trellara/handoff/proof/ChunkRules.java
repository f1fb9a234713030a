package io.trellara.handoff.proof;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.proof.ProofRule.Found;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules over chunks: that they are whole, and that they add up. Bounds are compared by equality alone. Pure. */
final class ChunkRules {
    private ChunkRules() {}

    static List<ProofRule> all() {
        return List.of(
                new ProofRule(
                        "chunks-tile",
                        "A relation's chunks cover its whole key space without gap or overlap; what is copied again in part"
                                + " has the bounds of chunks of the relation.",
                        ChunkRules::tile),
                ProofRule.ofRun(
                        "chunks-durable",
                        "A copied chunk names the checkpoint that made it durable; no other counts rows (R4).",
                        ChunkRules::durable),
                ProofRule.ofRun(
                        "sums-agree",
                        "A relation counts what its copied chunks count, and the run what its relations count.",
                        ChunkRules::sums),
                ProofRule.ofRun(
                        "relation-state",
                        "A relation is copied, at the run's boundary, exactly when all its chunks are.",
                        ChunkRules::states));
    }

    private static void tile(ProofEvidence evidence, Found found) {
        for (RunEvidence run : evidence.all().toList()) {
            for (Named<RelationRecord> relation : run.relations()) {
                List<Named<ChunkRecord>> chunks = run.chunksOf(relation.value().relation());
                numbers(relation, chunks, run.row().value().parentRunId().isEmpty(), found);
                if (part(evidence, run)) {
                    samePieces(evidence, run, chunks, found);
                } else {
                    whole(relation, chunks, found);
                }
            }
        }
    }

    /** Whether the request that led to it named chunks. */
    private static boolean part(ProofEvidence evidence, RunEvidence run) {
        return evidence.own().controls().stream()
                .map(Named::value)
                .filter(control -> control.child().equals(Optional.of(run.run().run())))
                .anyMatch(control -> !control.request().chunks().isEmpty());
    }

    private static void numbers(
            Named<RelationRecord> relation, List<Named<ChunkRecord>> chunks, boolean fromZero, Found found) {
        int planned = relation.value().chunksTotal();
        found.require(
                chunks.size() == planned && planned > 0,
                relation,
                chunks.size() + " chunk rows",
                planned + ", as were planned, and at least one");
        int first = chunks.isEmpty() ? 0 : chunks.get(0).value().id().number();
        for (int i = 0; i < chunks.size(); i++) {
            int number = chunks.get(i).value().id().number();
            int expected = (fromZero ? 0 : first) + i;
            found.require(number == expected, chunks.get(i), "chunk number " + number, "number " + expected);
        }
    }

    /** The chunks in their order are one chain of bounds, open at both ends. */
    private static void whole(Named<RelationRecord> relation, List<Named<ChunkRecord>> chunks, Found found) {
        Optional<Key> end = Optional.empty();
        Set<Key> ends = new HashSet<>();
        for (int i = 0; i < chunks.size(); i++) {
            Named<ChunkRecord> chunk = chunks.get(i);
            Optional<Key> lower = chunk.value().range().lower();
            Optional<Key> upper = chunk.value().range().upper();
            found.require(
                    i == 0 ? lower.isEmpty() : lower.isPresent() && lower.equals(end),
                    chunk,
                    "a lower bound that is " + (i == 0 ? "closed" : "not the upper one of the chunk before"),
                    i == 0 ? "an open one" : "a chain of bounds");
            boolean last = i == chunks.size() - 1;
            found.require(
                    last == upper.isEmpty(),
                    chunk,
                    last ? "a closed upper bound of the last chunk" : "an open upper bound before the last chunk",
                    "a chain of bounds that is open at its ends only");
            found.require(
                    upper.isEmpty() || ends.add(upper.get()),
                    relation,
                    "two chunks with the same upper bound",
                    "bounds that rise");
            end = upper;
        }
    }

    private static void samePieces(
            ProofEvidence evidence, RunEvidence run, List<Named<ChunkRecord>> chunks, Found found) {
        Set<ChunkRange> others = evidence.all()
                .filter(other -> !other.equals(run))
                .flatMap(other -> other.chunks().stream())
                .map(other -> ChunkRange.of(other.value()))
                .collect(Collectors.toSet());
        for (Named<ChunkRecord> chunk : chunks) {
            boolean known = others.contains(ChunkRange.of(chunk.value()));
            found.require(known, chunk, "bounds that no other chunk of the relation has", "those of what it replaces");
        }
    }

    /** Bounds of a chunk of a relation. */
    private record ChunkRange(Relation relation, KeyRange range) {
        private static ChunkRange of(ChunkRecord chunk) {
            return new ChunkRange(chunk.id().relation(), chunk.range());
        }
    }

    private static void durable(RunEvidence run, Found found) {
        for (Named<ChunkRecord> named : run.chunks()) {
            ChunkRecord chunk = named.value();
            boolean copied = chunk.state() == ChunkState.COPIED;
            boolean claimed = copied || chunk.state() == ChunkState.CLAIMED;
            found.require(
                    copied == chunk.checkpointId().isPresent()
                            && chunk.checkpointId().orElse(1) >= 1,
                    named,
                    chunk.state().text() + ", checkpoint "
                            + shown(chunk.checkpointId().orElse(0)),
                    copied ? "the checkpoint that holds it" : "no checkpoint");
            found.require(
                    claimed == chunk.attempts() > 0,
                    named,
                    chunk.state().text() + " after " + chunk.attempts() + " claims",
                    claimed ? "a claim" : "no claim");
            found.require(
                    copied || (chunk.copiedRows() == 0 && chunk.bytes() == 0),
                    named,
                    chunk.copiedRows() + " rows of a chunk that is "
                            + chunk.state().text(),
                    "rows of copied chunks only");
            found.require(chunk.copiedRows() >= 0 && chunk.bytes() >= 0, named, "a count below zero", "none");
        }
    }

    private static String shown(long checkpoint) {
        return checkpoint == 0 ? "none" : String.valueOf(checkpoint);
    }

    private static void sums(RunEvidence run, Found found) {
        Map<Relation, long[]> counted = new HashMap<>();
        for (Named<ChunkRecord> chunk : run.chunks()) {
            Relation relation = chunk.value().id().relation();
            found.require(run.relation(relation).isPresent(), chunk, "a chunk of no relation of the run", "one");
            if (chunk.value().state() == ChunkState.COPIED) {
                long[] sums = counted.computeIfAbsent(relation, key -> new long[3]);
                sums[0] += 1;
                sums[1] += chunk.value().copiedRows();
                sums[2] += chunk.value().bytes();
            }
        }
        long rows = 0;
        for (Named<RelationRecord> relation : run.relations()) {
            RelationRecord row = relation.value();
            long[] sums = counted.getOrDefault(row.relation(), new long[3]);
            agree(found, relation, "chunks", row.chunksCopied(), sums[0]);
            agree(found, relation, "rows", row.copiedRows(), sums[1]);
            agree(found, relation, "bytes", row.bytesCopied(), sums[2]);
            rows += row.copiedRows();
        }
        found.require(
                run.run().copiedRows() == rows,
                run.row(),
                run.run().copiedRows() + " rows counted",
                rows + ", the sum over its relations");
    }

    private static void agree(Found found, Named<?> relation, String what, long counted, long inChunks) {
        found.require(
                counted == inChunks,
                relation,
                counted + " " + what + " counted",
                inChunks + ", the sum over its copied chunks");
    }

    private static void states(RunEvidence run, Found found) {
        for (Named<RelationRecord> named : run.relations()) {
            RelationRecord relation = named.value();
            boolean whole = relation.chunksCopied() == relation.chunksTotal();
            boolean copied = relation.state().equals("copied");
            found.require(
                    relation.retired() || copied == whole,
                    named,
                    relation.state() + " with " + relation.chunksCopied() + " of " + relation.chunksTotal()
                            + " chunks copied",
                    "copied when all are");
            found.require(
                    relation.watermark().isPresent() == whole
                            && (relation.watermark().isEmpty()
                                    || relation.watermark().equals(run.boundary())),
                    named,
                    "watermark " + relation.watermark().map(Object::toString).orElse("missing"),
                    whole ? "the run's boundary" : "none before all chunks are copied");
        }
    }
}
