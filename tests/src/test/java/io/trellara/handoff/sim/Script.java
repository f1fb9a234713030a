package io.trellara.handoff.sim;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.sim.ModelEvent.Kind;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** A schedule by hand: one relation of two chunks, keys 0 to 2 and above, one reader, one sink. */
final class Script {
    private static final int TURNS = 500;
    private static final int RECEIVED = 10;
    private static final int CUT = 2;
    private static final int KEYS = 6;

    final World world;
    final SimulatedJob job;
    private final Actions actions;
    private boolean checkpoints = true;

    Script(boolean woven, Set<Removal> removed) {
        Choices choices = new Choices(1);
        Dataset dataset = new Dataset(List.of(Dataset.table(0, KEYS, List.of(CUT), true, false)));
        SourceConfig.Waves waves = woven
                ? new SourceConfig.Waves(io.trellara.handoff.config.Schedule.WOVEN, World.CHUNK_ROWS, Integer.MAX_VALUE)
                : SourceConfig.Waves.ONE;
        this.world = new World(
                new World.Setting(SourceKind.POSTGRESQL, dataset, waves, removed), choices, new Journal(false));
        for (int key = 0; key < KEYS; key++) {
            write(key);
        }
        this.job = new SimulatedJob(world, 1, 1);
        this.actions = new Actions(world, job, new Faults(false, false, false, false));
    }

    /** The row of a key is written; plain snapshots see it. */
    void write(int key) {
        write(key, true);
    }

    /** The row of a key is written, and may be delivered before it is visible. */
    void write(int key, boolean visible) {
        Kind kind = world.source.rows().containsKey(key) ? Kind.UPDATE : Kind.INSERT;
        world.source.write(kind, key, visible);
    }

    void delete(int key) {
        world.source.write(Kind.DELETE, key, true);
    }

    /** From now on no checkpoint is begun. */
    void withoutCheckpoints() {
        checkpoints = false;
        job.abort();
    }

    /** Everybody has his turns until that holds. */
    void until(BooleanSupplier condition) {
        for (int turn = 0; !condition.getAsBoolean(); turn++) {
            if (turn == TURNS) {
                throw new AssertionError("never came to that: " + world.recorded());
            }
            turn();
        }
    }

    /** The stream receives what there is, and nothing of it goes any further. */
    void receive() {
        for (int i = 0; i < RECEIVED; i++) {
            job.region().readers.get(0).reader.fetch("handoff stream");
        }
    }

    void turns(int count) {
        for (int turn = 0; turn < count; turn++) {
            turn();
        }
    }

    private void turn() {
        actions.everybody();
        job.region().sinks.forEach(sink -> job.task(job.region(), () -> sink.sink.pass(50)));
        world.pass(50);
        if (checkpoints && !job.checkpointing()) {
            job.trigger(false);
        }
    }

    boolean isIn(RunState state) {
        return world.recorded().filter(t -> t.row().state() == state).isPresent();
    }

    /** Whether the wave's view is open and recorded. */
    boolean isOpen(int wave) {
        return world.recorded().stream()
                .flatMap(t -> t.waves().stream())
                .anyMatch(w -> w.wave() == wave && w.boundary().isPresent());
    }

    boolean holds(int key) {
        return world.target.rows().containsKey("t0." + key);
    }

    /** Everything comes to its end; throws {@link Violation}. */
    void end() {
        new Ending(world, job, actions).come();
    }
}
