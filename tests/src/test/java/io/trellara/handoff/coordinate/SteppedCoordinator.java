package io.trellara.handoff.coordinate;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.state.CoordinatorState;
import io.trellara.handoff.state.HandoffSplit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** Production's coordinator, every step of its own and of its two threads by hand. */
public final class SteppedCoordinator {
    /** Who carries what the coordinator says. */
    public interface Wires {
        void event(int subtask, SourceEvent event);

        void split(int subtask, HandoffSplit split);
    }

    /** The world, as far as the coordinator reaches it. */
    public record World(
            SourceConfig config,
            Dialect dialect,
            EvidenceStore evidence,
            TargetControl target,
            LongSupplier nanoTime) {}

    private final Map<Integer, ReaderInfo> readers = new HashMap<>();
    private final Map<String, SteppedWork> threads = new HashMap<>();
    private final Deque<Runnable> posted = new ArrayDeque<>();
    private final int parallelism;
    private final Wires wires;
    private final HandoffEnumerator enumerator;

    public SteppedCoordinator(World world, int parallelism, Wires wires) {
        this.parallelism = parallelism;
        this.wires = wires;
        CoordinatorParts parts = new CoordinatorParts(
                world.config(), new RunDesk(world.config(), new WorldDoors(world)), waits -> {}, world.nanoTime());
        this.enumerator = new HandoffEnumerator(new Context(), parts, (name, failed) -> {
            SteppedWork work = new SteppedWork(failed);
            threads.put(name, work);
            return work;
        });
        enumerator.start();
    }

    private SteppedWork thread(boolean evidence) {
        return Optional.ofNullable(threads.get(evidence ? "handoff evidence" : "handoff view"))
                .orElseThrow();
    }

    public boolean hasWork(boolean evidence) {
        return thread(evidence).hasTask();
    }

    public boolean hasResult(boolean evidence) {
        return thread(evidence).hasResult();
    }

    public boolean hasPost() {
        return !posted.isEmpty();
    }

    /** The next blocking task on the evidence or the view thread. */
    public void work(boolean evidence) {
        thread(evidence).step();
    }

    /** The view thread looks after the view. */
    public void lookAtView() {
        thread(false).tick();
    }

    /** The evidence thread looks at the checkpoints' clock, and for what operators have asked. */
    public void lookAtRequests() {
        thread(true).tick();
    }

    /** The coordinator takes over the next result of a thread. */
    public void takeOver(boolean evidence) {
        thread(evidence).deliver();
    }

    /** The coordinator does what was posted to it. */
    public void post() {
        Runnable next = posted.poll();
        if (next != null) {
            next.run();
        }
    }

    public void register(int subtask) {
        readers.put(subtask, new ReaderInfo(subtask, "here"));
        enumerator.addReader(subtask);
    }

    public void reset(int subtask) {
        readers.remove(subtask);
        enumerator.addSplitsBack(List.of(), subtask);
    }

    public void event(int subtask, SourceEvent event) {
        enumerator.handleSourceEvent(subtask, event);
    }

    public void request(int subtask) {
        enumerator.handleSplitRequest(subtask, null);
    }

    public CoordinatorState snapshot(long checkpoint) {
        return enumerator.snapshotState(checkpoint);
    }

    public void completed(long checkpoint) {
        enumerator.notifyCheckpointComplete(checkpoint);
    }

    public void close() {
        enumerator.close();
    }

    private record WorldDoors(World world) implements Doors {
        @Override
        public Dialect dialect() {
            return world.dialect();
        }

        @Override
        public EvidenceStore evidence() {
            return world.evidence();
        }

        @Override
        public Optional<TargetControl> target() {
            return Optional.of(world.target());
        }
    }

    /** Flink's side. */
    private final class Context implements SplitEnumeratorContext<HandoffSplit> {
        @Override
        public SplitEnumeratorMetricGroup metricGroup() {
            return UnregisteredMetricsGroup.createSplitEnumeratorMetricGroup();
        }

        @Override
        public void sendEventToSourceReader(int subtask, SourceEvent event) {
            wires.event(subtask, event);
        }

        @Override
        public int currentParallelism() {
            return parallelism;
        }

        @Override
        public Map<Integer, ReaderInfo> registeredReaders() {
            return readers;
        }

        @Override
        public void assignSplits(SplitsAssignment<HandoffSplit> assignment) {
            assignment.assignment().forEach((subtask, splits) -> splits.forEach(split -> wires.split(subtask, split)));
        }

        @Override
        public void signalNoMoreSplits(int subtask) {
            throw new AssertionError("a run has no end");
        }

        @Override
        public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler) {
            throw new AssertionError("one thread for everything");
        }

        @Override
        public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler, long initial, long period) {
            throw new AssertionError("one thread for everything");
        }

        @Override
        public void runInCoordinatorThread(Runnable runnable) {
            posted.add(runnable);
        }
    }
}
