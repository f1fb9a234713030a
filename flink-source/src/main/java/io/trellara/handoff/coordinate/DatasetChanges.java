package io.trellara.handoff.coordinate;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ChildKind;
import io.trellara.handoff.evidence.ChildRun;
import io.trellara.handoff.evidence.ControlAnswer;
import io.trellara.handoff.evidence.ControlKind;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.ControlsInForce;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunPlan;
import io.trellara.handoff.evidence.RunWriter;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a run that has a plan to the relations that are configured now, and to the contracts that an operator accepts:
 * at a coordinator's start, while nothing is read. What is new is planned as a run within the run, which is copied once
 * the run streams; what it replaces is retired. Everything is checked before anything is changed, and every step may be
 * repeated after a crash. Blocks; evidence thread.
 */
final class DatasetChanges {
    private static final Logger LOG = LoggerFactory.getLogger(DatasetChanges.class);

    /** Who asks where the configuration does. */
    private static final String CONFIGURATION = "configuration";

    private final SourceConfig config;
    private final RunKey run;
    private final Dialect dialect;
    private final Optional<TargetControl> target;
    private final EvidenceStore store;
    private final RunWriter writer;

    DatasetChanges(SourceConfig config, Dialect dialect, Optional<TargetControl> target, Evidence evidence) {
        this.config = config;
        this.run = config.run();
        this.dialect = dialect;
        this.target = target;
        this.store = evidence.store();
        this.writer = evidence.writer();
    }

    /** The store, and the run's own writer. */
    record Evidence(EvidenceStore store, RunWriter writer) {}

    /** Relations by what happens to them. */
    private record Changes(Set<Relation> removed, Set<Relation> added, Map<Relation, Long> refreshed) {
        boolean copies() {
            return !added.isEmpty() || !refreshed.isEmpty();
        }
    }

    void apply() {
        RunPlan before = RunPlan.read(store, run);
        if (before.own().chunks().isEmpty()) {
            refreshes().forEach(request -> writer.answer(ControlAnswer.done(request.id())));
            return; // the plan that is still to be made takes what is configured, as it is
        }
        retireRefreshed(before);
        RunPlan plan = RunPlan.read(store, run);
        Changes changes = changes(plan);
        Map<Relation, RelationSchema> present = changes.copies() ? prepared(changes) : Map.of();
        settleLeft(plan, changes);
        changes.removed().forEach(relation -> remove(plan, relation));
        changes.added().forEach(relation -> add(plan, schema(present, relation)));
        changes.refreshed().forEach((relation, request) -> refresh(plan, schema(present, relation), request));
    }

    private Changes changes(RunPlan plan) {
        Set<Relation> carried = plan.schemas().keySet();
        Set<Relation> removed = new TreeSet<>(carried);
        config.relations().forEach(removed::remove);
        Set<Relation> added = new TreeSet<>(config.relations());
        added.removeAll(carried);
        Map<Relation, Long> refreshed = new LinkedHashMap<>();
        for (ControlRecord request : refreshes()) {
            Relation relation = relation(request);
            Optional<String> refusal = refusal(plan, request, removed.contains(relation) || added.contains(relation));
            if (refusal.isPresent()) {
                writer.answer(ControlAnswer.refused(request.id(), ErrorCode.RUN_MISMATCH.label(), refusal.get()));
            } else if (child(plan, ChildKind.REFRESHED, request.id()).isEmpty()) {
                refreshed.put(relation, request.id());
            }
        }
        return new Changes(removed, added, refreshed);
    }

    private List<ControlRecord> refreshes() {
        return requests(ControlKind.REFRESH);
    }

    private List<ControlRecord> requests(ControlKind kind) {
        return store.controls(run).stream()
                .filter(control -> control.state() == ControlState.REQUESTED)
                .filter(control -> control.request().kind() == kind)
                .toList();
    }

    private Optional<String> refusal(RunPlan plan, ControlRecord request, boolean comesOrGoes) {
        if (comesOrGoes || !plan.schemas().containsKey(relation(request))) {
            return Optional.of("the relation is not carried by the run, or not configured");
        }
        if (target.isEmpty() || config.copy().replaceExisting()) {
            return Optional.of("the target may hold rows that are not this run's: they cannot be told from rows that"
                    + " the source no longer has");
        }
        return Optional.empty();
    }

    /** Answers what an earlier coordinator asked for and did not get to, where it is done or not wanted any more. */
    private void settleLeft(RunPlan plan, Changes changes) {
        for (ControlRecord left : requests(ControlKind.ADD)) {
            boolean planned = child(plan, ChildKind.ADDED, left.id()).isPresent();
            if (!planned && !changes.added().contains(relation(left))) {
                writer.answer(unwanted(left));
            }
        }
        for (ControlRecord left : requests(ControlKind.REMOVE)) {
            if (!plan.schemas().containsKey(relation(left))) {
                writer.answer(ControlAnswer.done(left.id()));
            } else if (!changes.removed().contains(relation(left))) {
                writer.answer(unwanted(left));
            }
        }
    }

    private static ControlAnswer unwanted(ControlRecord left) {
        return ControlAnswer.refused(
                left.id(), ErrorCode.RUN_MISMATCH.label(), "the configuration was put back before it was done");
    }

    private static Relation relation(ControlRecord request) {
        return request.request().relation().orElseThrow();
    }

    private static Optional<RunPlan.Child> child(RunPlan plan, ChildKind kind, long request) {
        return plan.children().stream()
                .filter(child -> child.run().kind() == kind && child.run().request() == request)
                .filter(child -> !child.part().chunks().isEmpty())
                .findFirst();
    }

    /** A refreshed relation is carried by the newest plan alone, also where a coordinator ended before it said so. */
    private void retireRefreshed(RunPlan plan) {
        for (RunPlan.Child child : plan.children()) {
            if (child.run().kind() == ChildKind.REFRESHED) {
                child.part()
                        .schemas()
                        .keySet()
                        .forEach(relation ->
                                retireBefore(plan, relation, child.run().request()));
            }
        }
    }

    /** Checks source and target for what is to be copied, changes nothing but the target, and reads the contracts. */
    private Map<Relation, RelationSchema> prepared(Changes changes) {
        List<Finding> findings = new ArrayList<>(
                dialect.check().stream().filter(Finding::refuses).toList());
        if (!findings.isEmpty()) {
            throw new HandoffException(findings, null);
        }
        Map<Relation, RelationSchema> before = present();
        target.ifPresent(control -> prepare(
                control,
                changes.added().stream().map(r -> schema(before, r)).toList(),
                changes.refreshed().keySet().stream()
                        .map(r -> schema(before, r))
                        .toList()));
        // Before any floor is read: a view that covers it then holds all that was not published (design §4). How a
        // relation is published is part of its contract.
        dialect.ensurePublication();
        return present();
    }

    private Map<Relation, RelationSchema> present() {
        Map<Relation, RelationSchema> present = new LinkedHashMap<>();
        dialect.presentSchemas().forEach(schema -> present.put(schema.relation(), schema));
        return present;
    }

    private static void prepare(TargetControl control, List<RelationSchema> added, List<RelationSchema> refreshed) {
        if (!refreshed.isEmpty()) {
            control.prepare(refreshed);
        }
        List<Finding> findings = new ArrayList<>(control.check(added, true));
        findings.addAll(control.check(refreshed, false));
        List<Finding> refused = findings.stream().filter(Finding::refuses).toList();
        if (!refused.isEmpty()) {
            throw new HandoffException(refused, null);
        }
        if (!added.isEmpty()) {
            control.raiseGeneration(); // a sink that was given up for dead may know the relation from before (R6)
            control.prepareAdded(added);
        }
    }

    private static RelationSchema schema(Map<Relation, RelationSchema> present, Relation relation) {
        return Optional.ofNullable(present.get(relation)).orElseThrow();
    }

    private void remove(RunPlan plan, Relation relation) {
        long request = request(ControlKind.REMOVE, relation);
        retireBefore(plan, relation, Long.MAX_VALUE);
        writer.answer(ControlAnswer.done(request));
        LOG.info("run {}: {} has left the dataset; its changes are passed over", run, relation);
    }

    private void add(RunPlan plan, RelationSchema schema) {
        plan(plan, ChildKind.ADDED, schema, request(ControlKind.ADD, schema.relation()));
    }

    private void refresh(RunPlan plan, RelationSchema schema, long request) {
        plan(plan, ChildKind.REFRESHED, schema, request);
        retireBefore(plan, schema.relation(), request);
    }

    /** A request that an earlier coordinator left and did not get to, or a new one. */
    private long request(ControlKind kind, Relation relation) {
        return requests(kind).stream()
                .filter(control -> control.request().relation().equals(Optional.of(relation)))
                .map(ControlRecord::id)
                .findFirst()
                .orElseGet(() -> store.request(ControlRequest.of(run, kind, relation, CONFIGURATION)));
    }

    private void plan(RunPlan plan, ChildKind kind, RelationSchema schema, long request) {
        RunKey key = ChildRun.key(run, kind, request);
        Map<ChunkId, KeyRange> chunks = new LinkedHashMap<>();
        int number = plan.nextNumber(schema.relation());
        for (KeyRange range : dialect.planChunks(schema, chunkRows())) {
            chunks.put(new ChunkId(schema.relation(), number++), range);
        }
        writer.openChild(key, kind).planChild(List.of(schema), chunks);
        writer.answer(ControlAnswer.taken(request, key));
        LOG.info("run {} planned: {} chunks of {}", key, chunks.size(), schema.relation());
    }

    private long chunkRows() {
        return ControlsInForce.of(store.controls(run))
                .tuning()
                .chunkRows()
                .orElse(config.copy().chunkRows());
    }

    /** Retires a relation in the run's own plan and in those of requests before this one. */
    private void retireBefore(RunPlan plan, Relation relation, long request) {
        if (plan.own().schemas().containsKey(relation)) {
            writer.retire(relation);
        }
        for (RunPlan.Child child : plan.children()) {
            if (child.run().request() < request && child.part().schemas().containsKey(relation)) {
                writer.openChild(child.run().run().run(), child.run().kind()).retire(relation);
            }
        }
    }
}
