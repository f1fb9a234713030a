package io.trellara.handoff.coordinate;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ChildKind;
import io.trellara.handoff.evidence.ChildPlan;
import io.trellara.handoff.evidence.ChildRun;
import io.trellara.handoff.evidence.ControlAnswer;
import io.trellara.handoff.evidence.ControlKind;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.ControlsInForce;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunPlan;
import io.trellara.handoff.evidence.RunRecord;
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
        RunPlan plan = RunPlan.read(store, run);
        if (plan.own().chunks().isEmpty()) {
            requests(ControlKind.REFRESH).forEach(request -> writer.answer(ControlAnswer.done(request.id())));
            return; // the plan that is still to be made takes what is configured, as it is
        }
        Changes changes = changes(plan);
        Map<Relation, RelationSchema> present = changes.copies() ? prepared(plan, changes) : Map.of();
        settleLeft(changes);
        changes.removed().forEach(this::remove);
        changes.added()
                .forEach(relation ->
                        plan(plan, ChildKind.ADDED, schema(present, relation), request(ControlKind.ADD, relation)));
        changes.refreshed()
                .forEach((relation, request) -> plan(plan, ChildKind.REFRESHED, schema(present, relation), request));
    }

    private Changes changes(RunPlan plan) {
        Set<Relation> carried = plan.schemas().keySet();
        Set<Relation> removed = new TreeSet<>(carried);
        config.relations().forEach(removed::remove);
        Set<Relation> added = new TreeSet<>(config.relations());
        added.removeAll(carried);
        return new Changes(removed, added, refreshed(plan, removed, added));
    }

    /** The newest request for each relation that can be refreshed; all others are refused. */
    private Map<Relation, Long> refreshed(RunPlan plan, Set<Relation> removed, Set<Relation> added) {
        Map<Relation, Long> newest = new LinkedHashMap<>();
        requests(ControlKind.REFRESH).forEach(request -> newest.put(relation(request), request.id()));
        for (ControlRecord request : requests(ControlKind.REFRESH)) {
            Relation relation = relation(request);
            boolean comesOrGoes = removed.contains(relation) || added.contains(relation);
            Optional<String> refusal = newest.getOrDefault(relation, request.id()) > request.id()
                    ? Optional.of("the relation was asked for again by a later request")
                    : refusal(plan, relation, comesOrGoes);
            refusal.ifPresent(reason -> {
                writer.answer(ControlAnswer.refused(request.id(), ErrorCode.RUN_MISMATCH.label(), reason));
                newest.remove(relation, request.id());
            });
        }
        return newest;
    }

    private List<ControlRecord> requests(ControlKind kind) {
        return store.controls(run).stream()
                .filter(control -> control.state() == ControlState.REQUESTED)
                .filter(control -> control.request().kind() == kind)
                .toList();
    }

    private Optional<String> refusal(RunPlan plan, Relation relation, boolean comesOrGoes) {
        if (comesOrGoes || !plan.schemas().containsKey(relation)) {
            return Optional.of("the relation is not carried by the run, or not configured");
        }
        if (target.isEmpty() || config.copy().replaceExisting()) {
            return Optional.of("the target may hold rows that are not this run's: they cannot be told from rows that"
                    + " the source no longer has");
        }
        return Optional.empty();
    }

    /** Answers what an earlier coordinator asked for and did not get to, where it is not wanted any more. */
    private void settleLeft(Changes changes) {
        for (ControlRecord left : requests(ControlKind.ADD)) {
            if (!changes.added().contains(relation(left))) {
                writer.answer(unwanted(left));
            }
        }
        for (ControlRecord left : requests(ControlKind.REMOVE)) {
            if (!changes.removed().contains(relation(left))) {
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

    /** Checks source and target for what is to be copied, changes nothing but the target, and reads the contracts. */
    private Map<Relation, RelationSchema> prepared(RunPlan plan, Changes changes) {
        List<Finding> findings = new ArrayList<>(
                dialect.check().stream().filter(Finding::refuses).toList());
        findings.addAll(cameBack(plan, changes.added()));
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

    /** What the source deleted while it was away is not known: its old rows must be gone, which a merge would keep. */
    private List<Finding> cameBack(RunPlan plan, Set<Relation> added) {
        boolean keepsRows = target.isEmpty() || config.copy().replaceExisting();
        return added.stream()
                .filter(relation -> keepsRows && plan.nextNumber(relation) > 0)
                .map(relation -> new Finding(
                        ErrorCode.TARGET_NOT_EMPTY,
                        relation.toString(),
                        "a relation that was in the run before, and a target that keeps the rows it has",
                        "an empty table at the target, and nothing that is merged into",
                        "empty the table and set target.existing to refuse or truncate, or start a new run"))
                .toList();
    }

    private Map<Relation, RelationSchema> present() {
        Map<Relation, RelationSchema> present = new LinkedHashMap<>();
        dialect.presentSchemas().forEach(schema -> present.put(schema.relation(), schema));
        return present;
    }

    private void prepare(TargetControl control, List<RelationSchema> added, List<RelationSchema> refreshed) {
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
            // A sink that was given up for dead may know the relation from before, and a coordinator that was may have
            // been here already (R6).
            long generation = control.raiseGeneration();
            RunRecord unused = writer.current(); // FENCED_OUT where the run is another coordinator's by now
            control.prepareAdded(added, generation);
        }
    }

    private static RelationSchema schema(Map<Relation, RelationSchema> present, Relation relation) {
        return Optional.ofNullable(present.get(relation)).orElseThrow();
    }

    private void remove(Relation relation) {
        writer.remove(relation, request(ControlKind.REMOVE, relation));
        LOG.info("run {}: {} has left the dataset; its changes are passed over", run, relation);
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
        writer.planChild(new ChildPlan(kind, request, schema, chunks));
        LOG.info("run {} planned: {} chunks of {}", key, chunks.size(), schema.relation());
    }

    private long chunkRows() {
        return ControlsInForce.of(store.controls(run))
                .tuning()
                .chunkRows()
                .orElse(config.copy().chunkRows());
    }
}
