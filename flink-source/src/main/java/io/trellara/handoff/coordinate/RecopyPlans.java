package io.trellara.handoff.coordinate;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.ChildKind;
import io.trellara.handoff.evidence.ChildPlan;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ControlAnswer;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is copied again for a request, and why it cannot be. Pure. */
final class RecopyPlans {
    private final RunFamily family;
    private final SourceConfig config;

    RecopyPlans(RunFamily family, SourceConfig config) {
        this.family = family;
        this.config = config;
    }

    /** The chunks in force that are asked for: all of the relation where none is named. */
    List<ChunkRecord> wanted(ControlRecord request) {
        List<ChunkRecord> all = request.request().relation().map(family::chunks).orElse(List.of());
        List<Integer> named = request.request().chunks();
        return named.isEmpty()
                ? all
                : all.stream()
                        .filter(chunk -> named.contains(chunk.id().number()))
                        .toList();
    }

    /** @param erases whether the target can be swept: the sink is this project's */
    Optional<ControlAnswer> refusal(ControlRecord request, List<ChunkRecord> wanted, boolean erases) {
        Relation relation = request.request().relation().orElseThrow();
        Optional<RelationSchema> schema = family.schema(relation);
        if (schema.isEmpty() || wanted.isEmpty()) {
            return refused(request, ErrorCode.RUN_MISMATCH, "the run has no such relation, or no such chunks of it");
        }
        boolean part = wanted.size() < family.chunks(relation).size();
        if (part && !schema.get().keyComparable()) {
            return refused(
                    request,
                    ErrorCode.CONFIG_INVALID,
                    "only the source's server can order the keys of " + relation + ": ask for all of it");
        }
        if (!erases || config.copy().replaceExisting()) {
            return refused(
                    request,
                    ErrorCode.TARGET_NOT_EMPTY,
                    "the target may hold rows that are not this run's: they cannot be told from rows that the source"
                            + " no longer has");
        }
        return Optional.empty();
    }

    /** The plan: the bounds of what it replaces, under numbers of its own. */
    ChildPlan plan(ControlRecord request, List<ChunkRecord> wanted) {
        Relation relation = request.request().relation().orElseThrow();
        Map<ChunkId, KeyRange> chunks = new LinkedHashMap<>();
        int number = family.nextNumber(relation);
        for (ChunkRecord chunk : wanted) {
            chunks.put(new ChunkId(relation, number++), chunk.range());
        }
        return new ChildPlan(
                ChildKind.RECOPY, request.id(), family.schema(relation).orElseThrow(), chunks);
    }

    /** What a run within the run covers; without bounds where it is all of its relation. */
    List<KeyRange> ranges(RunFamily.Child child) {
        int all = family.chunks(child.schema().relation()).size();
        return child.tracker().total() == all
                ? List.of(KeyRange.ALL)
                : KeyRanges.merged(child.tracker().all());
    }

    private static Optional<ControlAnswer> refused(ControlRecord request, ErrorCode code, String reason) {
        return Optional.of(ControlAnswer.refused(request.id(), code.label(), reason));
    }
}
