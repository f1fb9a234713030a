package io.trellara.handoff.coordinate;

import io.trellara.handoff.state.CoordinatorEvent;
import io.trellara.handoff.state.HandoffSplit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** Flink's side of the coordinator, in one thread: keeps what was assigned and sent. */
final class FakeContext implements SplitEnumeratorContext<HandoffSplit> {
    /** Something that went to a reader. */
    record Sent(int subtask, Object what) {}

    final List<Sent> sent = new ArrayList<>();
    private final List<String> journal;
    private final Map<Integer, ReaderInfo> readers = new HashMap<>();
    private final int parallelism;

    SplitEnumeratorMetricGroup metrics = UnregisteredMetricsGroup.createSplitEnumeratorMetricGroup();

    FakeContext(int parallelism, List<String> journal) {
        this.parallelism = parallelism;
        this.journal = journal;
    }

    void register(int subtask) {
        readers.put(subtask, new ReaderInfo(subtask, "here"));
    }

    void unregister(int subtask) {
        readers.remove(subtask);
    }

    <T> List<T> sent(Class<T> type) {
        return sent.stream()
                .map(Sent::what)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    @Override
    public SplitEnumeratorMetricGroup metricGroup() {
        return metrics;
    }

    @Override
    public void sendEventToSourceReader(int subtask, SourceEvent event) {
        sent.add(new Sent(subtask, event));
        if (event instanceof CoordinatorEvent.Grant grant) {
            journal.add("granted " + grant.copied().size() + " below " + grant.floor());
            if (grant.acknowledge() != null) {
                journal.add("acknowledge " + grant.acknowledge());
            }
        } else if (event instanceof CoordinatorEvent.Hold) {
            journal.add("hold");
        }
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
        assignment
                .assignment()
                .forEach((subtask, splits) -> splits.forEach(split -> {
                    sent.add(new Sent(subtask, split));
                    journal.add("assign " + split);
                }));
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
        runnable.run();
    }
}
