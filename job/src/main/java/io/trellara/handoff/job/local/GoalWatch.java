package io.trellara.handoff.job.local;

import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.model.Position;
import java.util.Optional;

/** Sees from readings of the evidence whether the goal is reached. One thread. */
final class GoalWatch {
    private final Goal goal;
    private Optional<Position> end = Optional.empty();

    GoalWatch(Goal goal) {
        this.goal = goal;
    }

    boolean reached(RunFacts facts, Optional<LogReading> source) {
        RunState state = facts.state();
        if (facts.run().halted()) {
            return false;
        }
        return switch (goal) {
            case NONE -> false;
            case HANDOFF -> state.compareTo(RunState.STREAM_HANDOFF_READY) >= 0;
            case STREAMING -> state.compareTo(RunState.STREAMING) >= 0;
            case CAUGHT_UP -> state.compareTo(RunState.STREAMING) >= 0 && caughtUp(facts, source);
        };
    }

    /** The source's end is taken once, at the first reading while streaming: under writers it never stands still. */
    private boolean caughtUp(RunFacts facts, Optional<LogReading> source) {
        end = end.or(() -> source.map(LogReading::end));
        return end.isPresent()
                && facts.run()
                        .streamPosition()
                        .filter(at -> at.covers(end.get()))
                        .isPresent();
    }
}
