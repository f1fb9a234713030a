package io.trellara.handoff.sim;

import io.trellara.handoff.coordinate.RunHalt;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.state.HandoffSplit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The job as Flink runs it: a coordinator, a region of readers and sinks, checkpoints; and who was given up for dead
 * without being dead.
 */
final class SimulatedJob {
    private static final int MOST_RESTARTS = 300;

    /** What the work of a coordinator that was given up for dead can do to its successor. */
    private static final Set<ErrorCode> OVERTAKEN = EnumSet.of(ErrorCode.FENCED_OUT, ErrorCode.SLOT_NAME_TAKEN);

    final World world;
    final List<Region> oldRegions = new ArrayList<>();
    final List<CoordinatorLife> oldCoordinators = new ArrayList<>();
    private final List<Checkpoint> all = new ArrayList<>();
    private Optional<Checkpoint> newest = Optional.empty();
    private Optional<Checkpoint> pending = Optional.empty();
    private Optional<HandoffException> halted = Optional.empty();
    private CoordinatorLife coordinator;
    private Region region;
    private int readers;
    private int sinks;
    private long lastCheckpoint;
    private int restarts;
    private boolean lingered;

    SimulatedJob(World world, int readers, int sinks) {
        this.world = world;
        this.readers = readers;
        this.sinks = sinks;
        this.coordinator = new CoordinatorLife(world, readers);
        this.region = new Region(world, readers, sinks);
        start();
    }

    private void start() {
        region.start(newest.map(checkpoint -> checkpoint.restore(readers)).orElseGet(this::nothing));
    }

    private List<List<HandoffSplit>> nothing() {
        List<List<HandoffSplit>> empty = new ArrayList<>();
        for (int i = 0; i < readers; i++) {
            empty.add(List.of());
        }
        return empty;
    }

    Region region() {
        return region;
    }

    CoordinatorLife coordinator() {
        return coordinator;
    }

    /** Why the run has halted, if it has. */
    Optional<HandoffException> halted() {
        return halted;
    }

    /** A step of a task; what it throws ends its region. */
    void task(Region of, Runnable step) {
        if (of.isClosed()) {
            return;
        }
        try {
            step.run();
        } catch (RuntimeException failure) {
            if (of == region) {
                world.journal.tell("task", () -> "fails: " + failure.getMessage());
                requireMayPass(failure);
                restartRegion(false);
            } else {
                of.close();
                oldRegions.remove(of);
            }
        }
    }

    /** What a restart cures; a sink that was replaced is one that a newer generation overtook. */
    private static void requireMayPass(RuntimeException failure) {
        boolean passes = failure instanceof HandoffException known
                && (known.mayPass() || known.code() == ErrorCode.GENERATION_STALE);
        if (!passes) {
            throw new Violation("a task fails for good: " + failure);
        }
    }

    /** A step in the coordinator's thread; what it throws fails the job, or halts it. */
    void coordinate(CoordinatorLife of, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException failure) {
            if (of != coordinator) {
                oldCoordinators.remove(of);
            } else if (failure instanceof RunHalt halt) {
                ended(halt.reason());
            } else if (failure instanceof HandoffException known && known.mayPass()) {
                world.journal.tell("coordinator", () -> "fails: " + failure.getMessage());
                restartJob(newest, readers, sinks, false);
            } else {
                throw new Violation("the coordinator fails for good: " + failure);
            }
        }
    }

    /** Where it was an older coordinator that came in between, somebody starts the job again. */
    private void ended(HandoffException reason) {
        if (OVERTAKEN.contains(reason.code()) && lingered) {
            world.journal.tell("coordinator", () -> "gives way: " + reason.getMessage());
            restartJob(newest, readers, sinks, false);
        } else {
            halted = Optional.of(reason);
        }
    }

    /** A task or its machine is lost: all tasks start again from the newest checkpoint, the coordinator lives on. */
    void restartRegion(boolean lingers) {
        countRestart();
        abort();
        retire(lingers);
        for (ReaderTask reader : region.readers) {
            coordinator.notices.add(new CoordinatorLife.Notice.Reset(reader.subtask));
        }
        region = new Region(world, readers, sinks);
        start();
        world.journal.tell("flink", () -> "starts all tasks again from " + name(newest));
    }

    /** The coordinator is lost, and with it the job: another one is started from this checkpoint, or from none. */
    void restartJob(Optional<Checkpoint> from, int readerCount, int sinkCount, boolean lingers) {
        countRestart();
        abort();
        retire(lingers);
        if (lingers) {
            oldCoordinators.add(coordinator);
            lingered = true;
        } else {
            coordinator.coordinator.close();
        }
        if (world.without(Removal.R5_DURABLE_CLAIM)) {
            world.evidence.forgetClaims();
        }
        if (world.without(Removal.R1_DURABLE_BOUNDARY)) {
            world.evidence.forgetBoundary();
        }
        newest = from;
        readers = readerCount;
        sinks = sinkCount;
        coordinator = new CoordinatorLife(world, readers);
        region = new Region(world, readers, sinks);
        start();
        world.journal.tell(
                "flink",
                () -> "starts the job again from " + name(from) + ", " + readers + " readers, " + sinks + " sinks");
    }

    private static String name(Optional<Checkpoint> checkpoint) {
        return checkpoint
                .map(c -> (c.savepoint ? "savepoint " : "checkpoint ") + c.id)
                .orElse("no checkpoint");
    }

    private void countRestart() {
        world.laws.crash();
        Laws.require(++restarts < MOST_RESTARTS, () -> "the job restarts without end");
    }

    private void retire(boolean lingers) {
        if (lingers) {
            region.giveUp();
            oldRegions.add(region);
        } else {
            region.close();
        }
    }

    Optional<Checkpoint> newest() {
        return newest;
    }

    /** Every checkpoint and savepoint that ever completed. */
    List<Checkpoint> all() {
        return all;
    }

    /** The coordinator's part first; what it sends behind that is held until each reader's part is there. */
    void trigger(boolean savepoint) {
        if (pending.isPresent() || halted.isPresent()) {
            return;
        }
        Checkpoint begun = new Checkpoint(++lastCheckpoint, savepoint, readers, sinks);
        pending = Optional.of(begun);
        world.journal.tell("flink", () -> "begins " + name(pending));
        coordinate(coordinator, () -> coordinator.coordinator.snapshot(begun.id));
        for (ReaderTask reader : region.readers) {
            reader.send(new ReaderTask.Inbound.Trigger(begun.id));
            reader.hold();
        }
    }

    boolean checkpointing() {
        return pending.isPresent();
    }

    /** The checkpoint times out: flushed perhaps, yet never completed. */
    void abort() {
        pending.ifPresent(lost -> {
            world.journal.tell("flink", () -> "gives up " + name(pending));
            region.readers.forEach(ReaderTask::release);
        });
        pending = Optional.empty();
    }

    /** A reader takes its next message; a trigger makes it snapshot and send barriers. */
    void receive(Region of, ReaderTask reader) {
        task(
                of,
                () -> reader.receive().ifPresent(id -> {
                    List<HandoffSplit> state = reader.reader.snapshot(id);
                    of.barrier(reader.subtask, id);
                    reader.release();
                    world.journal.tell(
                            "reader " + reader.subtask, () -> "snapshots " + state + " for checkpoint " + id);
                    acknowledged(of, id, checkpoint -> checkpoint.reader(reader.subtask, state));
                }));
    }

    void take(Region of, SinkTask sink) {
        task(of, () -> sink.take().ifPresent(id -> acknowledged(of, id, checkpoint -> checkpoint.sink(sink.subtask))));
    }

    private void acknowledged(Region of, long id, Consumer<Checkpoint> part) {
        pending.filter(checkpoint -> of == region && checkpoint.id == id).ifPresent(checkpoint -> {
            part.accept(checkpoint);
            boolean early = world.without(Removal.R4_DURABLE_FIRST) && checkpoint.readersDone();
            if (checkpoint.isComplete() || early) {
                completed(checkpoint);
            }
        });
    }

    private void completed(Checkpoint checkpoint) {
        pending = Optional.empty();
        all.add(checkpoint);
        checkpoint.mark().ifPresent(world.laws::checkpointed);
        world.journal.tell("flink", () -> "completes " + name(Optional.of(checkpoint)));
        if (!checkpoint.savepoint) {
            newest = Optional.of(checkpoint);
            coordinator.notices.add(new CoordinatorLife.Notice.Completed(checkpoint.id));
            region.readers.forEach(reader -> reader.completions.add(checkpoint.id));
        }
    }
}
