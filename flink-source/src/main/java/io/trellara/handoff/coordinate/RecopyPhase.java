package io.trellara.handoff.coordinate;

import io.trellara.handoff.coordinate.FamilyDesk.Found;
import io.trellara.handoff.evidence.ChildKind;
import io.trellara.handoff.evidence.ChildPlan;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ControlAnswer;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.state.CoordinatorEvent.SuppressedRange;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies relations again beside the running stream, one request after another (design §4): planned in the evidence →
 * the stream's reader suppresses the ranges → a checkpoint that was started after that completes, so nothing of them is
 * under way any more → erased at the target (R5) → copied in waves, like a woven copy. After a crash it goes on from
 * the evidence: a run within the run that has no floor yet begins with its suppression again. Coordinator thread.
 */
final class RecopyPhase {
    private static final Logger LOG = LoggerFactory.getLogger(RecopyPhase.class);

    private final CopyShared shared;
    private final FamilyDesk desk;
    private final RunFamily family;
    private final RecopyPlans plans;
    private final LongSupplier generation;
    private final Deque<ControlRecord> requests = new ArrayDeque<>();
    private final Deque<Found> unfinished = new ArrayDeque<>();
    private Step step = Step.IDLE;
    private boolean ready;
    private int life;
    private long drainedBy = Long.MAX_VALUE;
    private RunFamily.@Nullable Child active;
    private @Nullable CopyPhase copy;

    private enum Step {
        /** Nothing to do, or the run does not stream yet. */
        IDLE,
        /** The plan is being written. */
        PLANNING,
        /** The stream's reader is asked to keep the ranges back. */
        SUPPRESSING,
        /** What it let through before is on its way to the target. */
        DRAINING,
        ERASING,
        COPYING,
        /** Handoff events are being written. */
        RECORDING
    }

    RecopyPhase(CopyShared shared, FamilyDesk desk, RunFamily family, LongSupplier generation) {
        this.shared = shared;
        this.desk = desk;
        this.family = family;
        this.plans = new RecopyPlans(family, shared.parts().config());
        this.generation = generation;
    }

    /** Takes over what the evidence says. */
    void load(FamilyDesk.Opening opening) {
        shared.numbers().from(opening.nextWave());
        for (Found found : opening.children()) {
            family.add(found.child());
            if (!found.over()) {
                unfinished.add(found);
            }
        }
    }

    /** The run streams, and all readers are known. */
    void resume() {
        ready = true;
        CopyPhase copying = copy;
        if (copying != null) {
            copying.resume();
        } else if (step == Step.SUPPRESSING || step == Step.DRAINING || step == Step.ERASING) {
            suppress();
        } else {
            next();
        }
    }

    /** A reader was reset: what it let through before may be repeated under the gate that it had. */
    void readerLost(int subtask) {
        ready = false;
        life++;
        CopyPhase copying = copy;
        if (copying != null) {
            copying.readerLost(subtask);
        }
    }

    /** An operator's request; taken in its turn, and refused where it cannot be done. */
    void request(ControlRecord request) {
        requests.add(request);
        next();
    }

    private void next() {
        if (!ready || step != Step.IDLE) {
            return;
        }
        Found found = unfinished.poll();
        if (found != null) {
            active = found.child();
            if (found.bound()) {
                copy();
            } else {
                suppress();
            }
            return;
        }
        ControlRecord request = requests.poll();
        if (request != null) {
            plan(request);
        }
    }

    private void plan(ControlRecord request) {
        step = Step.PLANNING;
        List<ChunkRecord> wanted = plans.wanted(request);
        Optional<ControlAnswer> refused = plans.refusal(request, wanted, desk.erases());
        if (refused.isPresent()) {
            evidence(() -> desk.answer(refused.get()), this::idle);
            return;
        }
        ChildPlan plan = plans.plan(request, wanted);
        shared.threads().evidence().run(() -> desk.plan(plan), planned -> {
            LOG.info(
                    "run {} planned: {} chunks of {} again",
                    planned.desk().key(),
                    plan.chunks().size(),
                    plan.schema().relation());
            family.add(planned);
            active = planned;
            suppress();
        });
    }

    /** Writes, then goes on. */
    private void evidence(Runnable write, Runnable then) {
        shared.threads()
                .evidence()
                .run(
                        () -> {
                            write.run();
                            return true;
                        },
                        done -> then.run());
    }

    private RunFamily.Child active() {
        RunFamily.Child child = active;
        if (child == null) {
            throw new IllegalStateException("no run within the run in step " + step);
        }
        return child;
    }

    private void suppress() {
        step = Step.SUPPRESSING;
        if (!ready) {
            return; // asked again once all readers are known
        }
        RunFamily.Child child = active();
        List<SuppressedRange> ranges = plans.ranges(child).stream()
                .map(range -> new SuppressedRange(child.schema().relation(), range))
                .toList();
        shared.stream().suppress(ranges, this::drain);
    }

    /** The first checkpoint that is started from now on holds all that the reader has let through. */
    private void drain() {
        step = Step.DRAINING;
        drainedBy = Long.MAX_VALUE;
    }

    void checkpointStarted(long checkpointId) {
        if (step == Step.DRAINING && drainedBy == Long.MAX_VALUE) {
            drainedBy = checkpointId;
        }
    }

    void checkpointCompleted(long checkpointId) {
        if (step == Step.DRAINING && ready && checkpointId >= drainedBy) {
            drained();
        }
    }

    /** What was added has no row at the target yet; an existing one may be somebody else's. */
    private void drained() {
        if (active().kind() == ChildKind.ADDED) {
            copy();
        } else {
            erase();
        }
    }

    private void erase() {
        step = Step.ERASING;
        RunFamily.Child child = active();
        RelationSchema schema = child.schema();
        List<KeyRange> ranges = plans.ranges(child);
        long raised = generation.getAsLong();
        int begun = life;
        shared.threads().view().run(() -> desk.erase(schema, ranges, raised), erased -> {
            if (erased.isEmpty() || begun != life) {
                suppress();
                return;
            }
            long rows = erased.getAsLong();
            evidence(() -> child.desk().recordErased(schema.relation(), rows), () -> erased(rows, begun));
        });
    }

    private void erased(long rows, int begun) {
        LOG.info("run {} erased {} rows at the target", active().desk().key(), rows);
        if (begun == life) {
            copy();
        } else {
            suppress();
        }
    }

    private void copy() {
        step = Step.COPYING;
        RunFamily.Child child = active();
        CopyPhase made = new CopyPhase(shared, new CopyRole(child.desk(), true, () -> {}, this::copied));
        copy = made;
        made.copy(child.tracker());
    }

    private void copied() {
        step = Step.RECORDING;
        copy = null;
        RunFamily.Child child = active();
        evidence(
                () -> {
                    child.desk().completeCopy();
                    desk.settleDone(child);
                },
                () -> {
                    LOG.info(
                            "run {} is copied; the stream carries it",
                            child.desk().key());
                    idle();
                });
    }

    private void idle() {
        step = Step.IDLE;
        active = null;
        next();
    }

    /** One step further, if one is due. */
    void pump() {
        CopyPhase copying = copy;
        if (copying != null) {
            copying.pump();
        }
    }

    /** The copy within the run, where one is under way. */
    Optional<CopyPhase> copying() {
        return Optional.ofNullable(copy);
    }
}
