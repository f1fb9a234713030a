package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ChildPlan;
import io.trellara.handoff.evidence.ChildRun;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ControlAnswer;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunPlan;
import io.trellara.handoff.evidence.RunWriter;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's writing side for the runs within the run and for what operators ask. Every method blocks; on the
 * evidence thread but for {@link #erase}.
 */
final class FamilyDesk implements AutoCloseable {
    private final RunKey run;
    private final String slot;
    private final Doors doors;
    private final RunDesk parent;
    private volatile @Nullable TargetControl eraser;

    FamilyDesk(RunKey run, String slot, Doors doors, RunDesk parent) {
        this.run = run;
        this.slot = slot;
        this.doors = doors;
        this.parent = parent;
    }

    /**
     * A run within the run, as the evidence has it.
     *
     * @param bound whether it has a floor: its rows at the target are erased
     * @param over whether its handoff events are recorded
     */
    record Found(RunFamily.Child child, boolean bound, boolean over) {}

    /** What the evidence says when a coordinator starts. */
    record Opening(List<Found> children, List<ControlRecord> controls, int nextWave) {}

    /**
     * Takes the runs within the run over (R6); the views of an earlier coordinator ended with it. A run that was made
     * and not planned is made again by the request that it is for.
     */
    Opening open() {
        EvidenceStore store = parent.store();
        eraser = doors.target().orElse(null);
        List<Found> children = new ArrayList<>();
        int nextWave = 0;
        for (ChildRun child : store.children(run)) {
            RunKey key = child.run().run();
            if (!store.chunks(key).isEmpty()) {
                take(store, child).ifPresent(children::add);
                nextWave = Math.max(nextWave, nextWave(store.waves(key)));
            }
        }
        store.controls(run).forEach(control -> settle(control, children));
        return new Opening(children, store.controls(run), nextWave);
    }

    private static int nextWave(List<WaveRecord> waves) {
        return waves.stream().mapToInt(w -> w.wave() + 1).max().orElse(0);
    }

    /** Says of a request what its run says: a coordinator may have ended between the two. */
    private void settle(ControlRecord control, List<Found> children) {
        for (Found found : children) {
            RunKey key = found.child().desk().key();
            if (control.open() && key.equals(ChildRun.key(run, found.child().kind(), control.id()))) {
                answer(ControlAnswer.taken(control.id(), key));
                if (found.over()) {
                    answer(ControlAnswer.done(control.id()));
                }
            }
        }
    }

    /** Empty where its relation is retired: a later run carries it, or none. */
    private Optional<Found> take(EvidenceStore store, ChildRun child) {
        RunKey key = child.run().run();
        RunWriter writer = parent.writer().openChild(key, child.kind());
        boolean over = RunDesk.RECORDED.contains(child.run().state());
        RunStart.closeLostWaves(store, key, writer);
        RunPlan.Part part = RunPlan.Part.read(store, key);
        if (part.schemas().isEmpty()) {
            settleRetired(key);
            return Optional.empty();
        }
        ChunkTracker tracker = new ChunkTracker(part.carried(), part.schemas());
        return Optional.of(new Found(
                new RunFamily.Child(child.kind(), new ChildDesk(parent, key, writer, slot), tracker),
                child.run().consistentLsn().isPresent(),
                over));
    }

    /** What had not ended when its relation was retired never will. */
    private void settleRetired(RunKey key) {
        open(key)
                .forEach(control -> answer(ControlAnswer.refused(
                        control.id(),
                        ErrorCode.RUN_MISMATCH.label(),
                        "its relation was refreshed or has left the run before it was done")));
    }

    /** Requests that this run within the run is for, and that are not done. */
    private List<ControlRecord> open(RunKey key) {
        return parent.store().controls(run).stream()
                .filter(control -> control.open() && control.child().equals(Optional.of(key)))
                .toList();
    }

    /** Records a run within the run with its plan, and that it answers the request. */
    RunFamily.Child plan(ChildPlan plan) {
        RunKey key = ChildRun.key(run, plan.kind(), plan.request());
        RunWriter writer = parent.writer().planChild(plan);
        List<ChunkRecord> planned = new ArrayList<>();
        plan.chunks().forEach((id, range) -> planned.add(ChunkRecord.planned(id, range)));
        ChunkTracker tracker = new ChunkTracker(planned, Map.of(plan.schema().relation(), plan.schema()));
        return new RunFamily.Child(plan.kind(), new ChildDesk(parent, key, writer, slot), tracker);
    }

    /** Whether rows can be erased: the sink is this project's. Any thread. */
    boolean erases() {
        return eraser != null;
    }

    /**
     * Erases at the target (R5); empty where a newer generation was raised meanwhile. View thread: it may take long,
     * and evidence must not wait.
     */
    OptionalLong erase(RelationSchema schema, List<KeyRange> ranges, long generation) {
        TargetControl control = eraser;
        if (control == null) {
            throw HandoffException.bug("target", "a sink that is not this project's", "one that can erase");
        }
        try {
            return OptionalLong.of(control.erase(schema, ranges, generation));
        } catch (HandoffException failure) {
            if (failure.code() == ErrorCode.GENERATION_STALE) {
                return OptionalLong.empty();
            }
            throw failure;
        }
    }

    /** The request that has led to this run is done. */
    void settleDone(RunFamily.Child child) {
        open(child.desk().key()).forEach(control -> answer(ControlAnswer.done(control.id())));
    }

    /** Requests that nobody has answered. */
    List<ControlRecord> requested() {
        return parent.store().requested(run);
    }

    void answer(ControlAnswer answer) {
        parent.writer().answer(answer);
    }

    RunKey run() {
        return run;
    }

    /** Breaks an erasure that is under way; any thread. */
    @Override
    public void close() {
        TargetControl control = eraser;
        if (control != null) {
            control.close();
        }
    }
}
