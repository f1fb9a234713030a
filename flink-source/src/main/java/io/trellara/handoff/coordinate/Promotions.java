package io.trellara.handoff.coordinate;

import io.trellara.handoff.coordinate.RunFamily.ChildMoves;
import io.trellara.handoff.evidence.Promotion;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.state.ChunkReport;
import io.trellara.handoff.state.CoordinatorEvent;
import io.trellara.handoff.state.DurableReport;
import io.trellara.handoff.state.ReaderEvent.Snapshot;
import io.trellara.handoff.state.StreamPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Turns completed checkpoints into evidence, one at a time: counts first, then the evidence, then readers and slot are
 * told (R4, R7). Coordinator thread.
 */
final class Promotions {
    private final RunDesk desk;
    private final ReaderLink link;
    private final Work evidence;
    private final Phases phases;
    private final Runnable promoted;
    private final PendingSnapshots snapshots = new PendingSnapshots();
    private ChangeCounts countedSoFar = ChangeCounts.NONE;
    private boolean underWay;

    /** Who knows chunks and stream. */
    record Phases(RunFamily family, StreamPhase stream) {}

    /** What a checkpoint makes durable, of the run and of the runs within it. */
    record Step(Promotion own, List<ChildMoves> children) {}

    Promotions(RunDesk desk, ReaderLink link, Work evidence, Phases phases, Runnable promoted) {
        this.desk = desk;
        this.link = link;
        this.evidence = evidence;
        this.phases = phases;
        this.promoted = promoted;
    }

    void add(int subtask, Snapshot snapshot) {
        snapshots.add(subtask, snapshot);
    }

    void reset(int subtask) {
        snapshots.reset(subtask);
    }

    /** Nothing is said to readers before they go on behind it. */
    void completed(long checkpointId) {
        link.checkpointCompleted(checkpointId);
        snapshots.completed(checkpointId);
    }

    /** Whether one is on its way to the evidence. */
    boolean underWay() {
        return underWay;
    }

    /** A stream starts with these counts, which are recorded already. */
    void countFrom(ChangeCounts restored) {
        countedSoFar = restored;
    }

    /** What the readers' restored states make durable at once: their checkpoints have completed. */
    List<Step> restored() {
        TreeMap<Long, List<DurableReport>> byCheckpoint = link.readers().durableReports().stream()
                .collect(Collectors.groupingBy(DurableReport::checkpointId, TreeMap::new, Collectors.toList()));
        List<Step> steps = new ArrayList<>();
        byCheckpoint.forEach((checkpoint, durable) -> {
            List<ChunkReport> reports =
                    durable.stream().map(DurableReport::report).toList();
            steps.add(step(checkpoint, reports, Optional.empty(), ChangeCounts.NONE));
        });
        return steps;
    }

    private Step step(long checkpoint, List<ChunkReport> reports, Optional<Position> position, ChangeCounts counted) {
        RunFamily family = phases.family();
        return new Step(
                new Promotion(checkpoint, family.promotable(reports, checkpoint), position, counted),
                family.promotableOfChildren(reports, checkpoint));
    }

    /** Writes it; evidence thread. Chunks of the runs within first: a position is recorded behind all it stands for. */
    void write(Step step) {
        step.children().forEach(c -> c.child().desk().promote(step.own().checkpointId(), c.moves()));
        desk.promote(step.own());
    }

    /** Promotes what completed checkpoints hold, unless a promotion is under way. */
    void run() {
        if (!underWay) {
            snapshots.take().ifPresent(this::promote);
        }
    }

    private void promote(PendingSnapshots.Durable durable) {
        Optional<Position> position = phases.stream().toRecord(durable.stream());
        ChangeCounts counts = durable.stream().map(StreamPosition::counts).orElse(countedSoFar);
        Step step = step(durable.checkpointId(), durable.allReports(), position, counts.since(countedSoFar));
        if (step.own().copied().isEmpty() && step.children().isEmpty() && position.isEmpty()) {
            forget(durable);
            return;
        }
        underWay = true;
        evidence.run(
                () -> {
                    write(step);
                    return step;
                },
                done -> {
                    underWay = false;
                    countedSoFar = countedSoFar.max(counts);
                    forget(durable);
                    durable(done);
                    promoted.run();
                });
    }

    /** The evidence holds it: the copy's own view of it, then the gate's (R4). */
    void durable(Step step) {
        RunFamily family = phases.family();
        List<CopiedRange> copied = family.apply(step.own().copied(), step.children());
        phases.stream().recorded(copied, family.floor(), step.own().streamPosition());
    }

    /** These reports are recorded, or void: readers need not keep them. */
    private void forget(PendingSnapshots.Durable durable) {
        durable.reports().forEach((subtask, reports) -> {
            ArrayList<ChunkAttempt> attempts = new ArrayList<>(durable.attempts(subtask));
            if (!attempts.isEmpty()) {
                link.send(subtask, new CoordinatorEvent.Recorded(attempts));
            }
        });
    }
}
