package io.trellara.handoff.coordinate;

import io.trellara.handoff.coordinate.RunFamily.ChildMoves;
import io.trellara.handoff.evidence.Promotion;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.StreamTouches;
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
    private List<StreamTouches> touches = List.of();
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
            steps.add(step(reports, new Streamed(checkpoint, Optional.empty(), ChangeCounts.NONE, List.of())));
        });
        return steps;
    }

    /** What a checkpoint holds of the stream. */
    private record Streamed(
            long checkpoint, Optional<Position> position, ChangeCounts counted, List<StreamTouches> touches) {}

    private Step step(List<ChunkReport> reports, Streamed streamed) {
        RunFamily family = phases.family();
        return new Step(
                new Promotion(
                        streamed.checkpoint(),
                        family.promotable(reports, streamed.checkpoint()),
                        streamed.position(),
                        streamed.counted(),
                        streamed.touches()),
                family.promotableOfChildren(reports, streamed.checkpoint()));
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
        // They are recorded with a position, never without one.
        touches = joined(touches, durable.touches());
        List<StreamTouches> written = position.isPresent() ? touches : List.of();
        Step step = step(
                durable.allReports(),
                new Streamed(durable.checkpointId(), position, counts.since(countedSoFar), written));
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
                    touches = position.isPresent() ? List.of() : touches;
                    forget(durable);
                    durable(done);
                    promoted.run();
                });
    }

    /** Parts of the log that follow one another are one. */
    private static List<StreamTouches> joined(List<StreamTouches> before, List<StreamTouches> more) {
        List<StreamTouches> all = new ArrayList<>(before);
        for (StreamTouches next : more) {
            int last = all.size() - 1;
            Optional<StreamTouches> both =
                    last < 0 ? Optional.empty() : all.get(last).then(next);
            both.ifPresent(one -> all.set(last, one));
            if (both.isEmpty()) {
                all.add(next);
            }
        }
        return all;
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
