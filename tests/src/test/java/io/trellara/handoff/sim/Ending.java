package io.trellara.handoff.sim;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.SimulatedEvidence.Tables;
import io.trellara.handoff.sim.ModelEvent.Row;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The end of a schedule: the writers rest, nothing fails any more, everything comes to its end, and target and source
 * are compared.
 */
final class Ending {
    private static final int DRAIN_ROUNDS = 400;

    private final World world;
    private final SimulatedJob job;
    private final Actions actions;

    Ending(World world, SimulatedJob job, Actions actions) {
        this.world = world;
        this.job = job;
        this.actions = actions;
    }

    /** Throws {@link Violation}. */
    void come() {
        world.journal.tell("schedule", () -> "the writers rest");
        world.source.settle();
        int round = 0;
        while (job.halted().isEmpty() && !isOver()) {
            Laws.require(round++ < DRAIN_ROUNDS, () -> "the run does not end: " + world.recorded());
            actions.drain(round);
        }
        job.halted()
                .ifPresentOrElse(
                        reason -> Laws.require(mayHalt(reason.code()), () -> "the run halts: " + reason.getMessage()),
                        this::compare);
    }

    /** What the source did to the run that it can only halt at. */
    private boolean mayHalt(ErrorCode code) {
        Set<ErrorCode> allowed = EnumSet.noneOf(ErrorCode.class);
        if (world.source.truncated() || actions.sourceChanged()) {
            allowed.add(ErrorCode.RUN_HALTED); // recorded, and its coordinator died before it could say so
        }
        if (world.source.truncated()) {
            allowed.addAll(EnumSet.of(ErrorCode.STREAM_TRUNCATE, ErrorCode.RELATION_REWRITTEN));
        }
        if (actions.sourceChanged()) {
            allowed.addAll(EnumSet.of(ErrorCode.SOURCE_CHANGED, ErrorCode.SLOT_AHEAD, ErrorCode.BINLOG_PURGED));
        }
        return allowed.contains(code);
    }

    private boolean isOver() {

        Optional<Tables> recorded = world.recorded();
        if (recorded.isEmpty() || recorded.get().row().state() != RunState.STREAMING) {
            return false;
        }
        boolean streamed = recorded.get()
                .row()
                .streamPosition()
                .filter(position -> world.source.log.stream().allMatch(one -> position.covers(one.name)))
                .isPresent();
        boolean answered = world.evidence.controls().stream().noneMatch(ControlRecord::open);
        return streamed && answered && job.region().isDrained() && job.oldRegions.isEmpty();
    }

    private void compare() {
        Map<String, String> expected = new TreeMap<>();
        for (Map.Entry<Integer, Row> row : world.source.rows().entrySet()) {
            String name = "t" + Dataset.relationOf(row.getKey()) + "." + Dataset.keyOf(row.getKey());
            expected.put(name, SimulatedDialect.line(row.getKey(), row.getValue()));
        }
        Laws.require(
                world.target.rows().equals(expected),
                () -> "the target holds " + world.target.rows() + ", the source " + expected);
        if (!world.laws.crashed() && !world.without(Removal.R5_REPLAY)) {
            world.laws.deliveries().requireExactlyOnce(world.source, world.evidence.family());
            if (world.evidence.family().size() == 1) {
                world.laws
                        .deliveries()
                        .requireExactViews(world.source, world.evidence.family().get(0));
            }
        }
    }
}
