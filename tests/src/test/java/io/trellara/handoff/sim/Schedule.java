package io.trellara.handoff.sim;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.evidence.RunState;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * One schedule: a world and a job by a seed, then steps, each by a seed of its own, so that any of them can be left
 * out; then the faults end, everything comes to its end, and target and source are compared.
 */
final class Schedule {
    private static final long STRIDE = 0x9E37_79B9_7F4A_7C15L;
    private static final int WAVE_MILLIS = 5_000;
    private static final int PRELUDE_ROUNDS = 300;
    private static final List<RunState> PRELUDES = List.of(
            RunState.PLANNED,
            RunState.PLANNED,
            RunState.COPYING_TABLE,
            RunState.STREAM_HANDOFF_READY,
            RunState.STREAMING);
    private static final Set<Removal> WOVEN = EnumSet.of(
            Removal.R2_FLOOR,
            Removal.R2_ACKNOWLEDGED,
            Removal.R2_REACHED,
            Removal.R2_VIEW_BEHIND_FLOOR,
            Removal.R2_VIEW_COVERS_FLOOR);
    private static final List<Integer> SIZES = List.of(1, 1, 2, 2, 3);

    private final long seed;
    private final Choices choices;
    private final World world;
    private final SimulatedJob job;
    private final Actions actions;
    private final int steps;
    private final RunState prelude;

    Schedule(long seed, Set<Removal> removed, Journal journal) {
        SourceKind kind = SourceKind.of(seed);
        this.seed = seed;
        this.choices = new Choices(seed);
        this.world = new World(
                new World.Setting(kind, Dataset.random(kind, choices), waves(choices, removed), removed),
                choices,
                journal);
        Faults faults = Faults.random(choices, removed);
        this.steps = removed.isEmpty() ? choices.between(60, 300) : choices.between(100, 500);
        int before = choices.below(4);
        for (int i = 0; i < before; i++) {
            world.source.write();
        }
        this.job = new SimulatedJob(world, choices.of(SIZES), choices.of(SIZES));
        this.actions = new Actions(world, job, faults);
        this.prelude = floorsRemoved(removed) ? RunState.PLANNED : choices.of(PRELUDES);
    }

    /**
     * Half of the schedules are woven, with waves of one to three chunks; all of those without a floor, with many
     * waves.
     */
    private static SourceConfig.Waves waves(Choices choices, Set<Removal> removed) {
        return choices.chance(50) && !floorsRemoved(removed)
                ? SourceConfig.Waves.ONE
                : new SourceConfig.Waves(
                        io.trellara.handoff.config.Schedule.WOVEN,
                        (long) World.CHUNK_ROWS * (floorsRemoved(removed) ? 1 : choices.between(1, 3)),
                        WAVE_MILLIS);
    }

    /** Floors matter where waves are opened beside a stream. */
    private static boolean floorsRemoved(Set<Removal> removed) {
        return removed.stream().anyMatch(WOVEN::contains);
    }

    /** Some schedules begin in mid-run: without faults up to a state, writers writing. */
    void begin() {
        int round = 0;
        while (state().compareTo(prelude) < 0 && round++ < PRELUDE_ROUNDS) {
            actions.calmRound();
        }
    }

    private RunState state() {
        return world.recorded().map(t -> t.row().state()).orElse(RunState.PLANNED);
    }

    int steps() {
        return steps;
    }

    boolean crashed() {
        return world.laws.crashed();
    }

    boolean halted() {
        return job.halted().isPresent();
    }

    /** Takes one step. */
    void step(int number) {
        if (!halted()) {
            choices.reseed(seed + STRIDE * (number + 1));
            actions.step();
        }
    }

    /** The writers rest and nothing fails any more. Throws {@link Violation}. */
    void finish() {
        choices.reseed(seed);
        new Ending(world, job, actions).come();
    }
}
