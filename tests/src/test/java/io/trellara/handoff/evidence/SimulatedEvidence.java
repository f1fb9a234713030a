package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The evidence in memory, under production's own rules: moves of the run, compare-and-set of chunks, fence. It survives
 * every crash, and shows each write to a law before it counts.
 */
public final class SimulatedEvidence {
    /** All rows of a run. Replaced as a whole, so that a refused write changes nothing. */
    public record Tables(
            RunRecord row,
            Map<ChunkId, ChunkRecord> chunks,
            List<WaveRecord> waves,
            Map<Relation, RelationSchema> schemas,
            List<HandoffEvent> events,
            SimulatedTouches touched) {
        Tables with(RunRecord changed) {
            return new Tables(changed, chunks, waves, schemas, events, touched);
        }

        Tables copy() {
            return new Tables(
                    row,
                    new LinkedHashMap<>(chunks),
                    new ArrayList<>(waves),
                    new LinkedHashMap<>(schemas),
                    new ArrayList<>(events),
                    touched.copy());
        }
    }

    private final RunKey run;
    private final boolean fenced;
    private final BiConsumer<Tables, Tables> law;
    private @Nullable Tables tables;
    private OptionalInt lanes = OptionalInt.empty();
    private final Map<RunKey, Child> children = new LinkedHashMap<>();
    private final List<ControlRecord> controls = new ArrayList<>();

    /** A run within the run. */
    private record Child(ChildKind kind, SimulatedEvidence evidence) {}

    /**
     * @param fenced whether writers of an older fence are refused (R6)
     * @param law hears of every write, before and after
     */
    public SimulatedEvidence(RunKey run, boolean fenced, BiConsumer<Tables, Tables> law) {
        this.run = run;
        this.fenced = fenced;
        this.law = law;
    }

    /** What is recorded now; empty before the first start. */
    public Optional<Tables> tables() {
        return Optional.ofNullable(tables);
    }

    /** The run's own rows, then those of the runs within it, oldest first. */
    public List<Tables> family() {
        return Stream.concat(tables().stream(), children.values().stream().flatMap(c -> c.evidence.tables().stream()))
                .toList();
    }

    /** What was asked of the run. */
    public List<ControlRecord> controls() {
        return List.copyOf(controls);
    }

    /** Asks for a relation, or some of its chunks, to be copied again. */
    public void requestRecopy(Relation relation, List<Integer> chunks) {
        controls.add(new ControlRecord(
                controls.size() + 1L,
                ControlRequest.recopy(run, relation, chunks, "an operator"),
                Instant.EPOCH,
                ControlState.REQUESTED,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
    }

    void answer(ControlAnswer answer) {
        controls.replaceAll(control -> control.id() != answer.id()
                ? control
                : new ControlRecord(
                        control.id(),
                        control.request(),
                        control.requestedAt(),
                        answer.state(),
                        answer.child().or(control::child),
                        answer.code(),
                        answer.reason(),
                        Optional.of(Instant.EPOCH)));
    }

    /** The rows of the run, or of one within it. */
    SimulatedEvidence of(RunKey key) {
        Child child = children.get(key);
        return child == null ? this : child.evidence;
    }

    /** Creates a run within the run where it is missing, and gives it the fence. */
    void openChild(RunKey key, ChildKind kind, long fence) {
        RunRecord parent = present().row();
        SimulatedEvidence child = children.computeIfAbsent(
                        key, missing -> new Child(kind, new SimulatedEvidence(missing, fenced, law)))
                .evidence;
        Optional<Tables> there = child.tables();
        Tables rows = there.orElseGet(() -> none(child.planned(parent.schedule())));
        child.tables = rows.with(fence(rows.row(), fence));
        if (there.isEmpty()) {
            child.write(fence, (tables, draft) -> {
                draft.bindSource(parent.sourceIdentity().orElseThrow());
                return true;
            });
        }
    }

    List<ChildRun> childRuns() {
        return children.values().stream()
                .map(child -> new ChildRun(child.evidence.present().row(), run.runId(), child.kind))
                .toList();
    }

    Tables present() {
        Tables now = tables;
        if (now == null) {
            throw HandoffException.bug("evidence", "no run", "a run that was opened");
        }
        return now;
    }

    /** A coordinator's connection. */
    public EvidenceStore connect() {
        return new SimulatedStore(this);
    }

    /** Creates the run where it is missing and raises its fence. */
    long open(String schedule) {
        Tables before = tables;
        RunRecord row = before == null ? planned(schedule) : before.row();
        Tables now = before == null ? none(row) : before;
        tables = now.with(fence(row, row.fence() + 1));
        return row.fence() + 1;
    }

    private static Tables none(RunRecord row) {
        return new Tables(row, Map.of(), List.of(), Map.of(), List.of(), new SimulatedTouches());
    }

    private RunRecord planned(String schedule) {
        return new RunRecord(
                run,
                RunState.PLANNED,
                0,
                schedule,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                0,
                ChangeCounts.NONE,
                Instant.EPOCH,
                Instant.EPOCH);
    }

    private static RunRecord fence(RunRecord r, long fence) {
        return changed(r, r.state(), fence, r.consistentLsn());
    }

    private static RunRecord changed(RunRecord r, RunState state, long fence, Optional<Position> boundary) {
        return new RunRecord(
                r.run(),
                state,
                fence,
                r.schedule(),
                r.sourceIdentity(),
                r.slotName(),
                boundary,
                r.currentRelation(),
                r.copiedRows(),
                r.failureCode(),
                r.failureReason(),
                r.streamPosition(),
                r.streamCheckpointId(),
                r.lastSinkHalt(),
                r.changes(),
                r.startedAt(),
                r.updatedAt());
    }

    /** What one transaction does to the tables. */
    interface Change<T> {
        T apply(Tables tables, RunDraft draft);
    }

    <T> T write(long fence, Change<T> change) {
        Tables before = present();
        if (fenced && before.row().fence() != fence) {
            throw new HandoffException(new Finding(
                    ErrorCode.FENCED_OUT, "run " + run, "fence " + before.row().fence(), "fence " + fence, "nothing"));
        }
        Tables next = before.copy();
        RunDraft draft = new RunDraft(before.row());
        T result = change.apply(next, draft);
        next = next.with(draft.record());
        law.accept(before, next);
        tables = next;
        return result;
    }

    RunRecord current(long fence) {
        return write(fence, (tables, draft) -> tables.row());
    }

    void bindLanes(int wanted) {
        if (lanes.orElse(wanted) != wanted) {
            throw HandoffException.bug("lanes", lanes + " recorded", wanted + " lanes");
        }
        lanes = OptionalInt.of(wanted);
    }

    /** Without a durable claim: a crash takes what was claimed and not copied back. */
    public void forgetClaims() {
        children.values().forEach(child -> child.evidence.forgetClaims());
        tables().ifPresent(now -> {
            Tables next = now.copy();
            next.chunks()
                    .replaceAll((id, chunk) ->
                            chunk.state() == ChunkState.CLAIMED ? ChunkRecord.planned(id, chunk.range()) : chunk);
            tables = next;
        });
    }

    /** Without a durable boundary: a crash takes it back while nothing has streamed. */
    public void forgetBoundary() {
        tables().filter(now -> now.row().streamPosition().isEmpty())
                .ifPresent(now -> tables =
                        now.with(changed(now.row(), RunState.PLANNED, now.row().fence(), Optional.empty())));
    }
}
