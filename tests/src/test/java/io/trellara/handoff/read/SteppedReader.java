package io.trellara.handoff.read;

import io.trellara.handoff.emit.BlockDeserializer;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.state.HandoffSplit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;

/** Production's reader, its two fetchers stepped by hand. */
public final class SteppedReader {
    /** Who carries what the reader says. */
    public interface Wires {
        void event(SourceEvent event);

        void request();
    }

    private final Map<String, Fetch> fetchers = new TreeMap<>();
    private final HandoffSourceReader<Block> reader;
    private final Output output;

    public SteppedReader(int subtask, FetchSettings settings, Wires wires, Consumer<Block> emitted) {
        this.output = new Output(emitted);
        this.reader = new HandoffSourceReader<>(
                new Context(subtask, wires), BlockDeserializer.blocks(), settings, new Steps());
    }

    public void start() {
        reader.start();
    }

    public void add(List<HandoffSplit> splits) {
        reader.addSplits(splits);
    }

    public void event(SourceEvent event) {
        reader.handleSourceEvents(event);
    }

    public void poll() {
        reader.pollNext(output);
    }

    public List<HandoffSplit> snapshot(long checkpoint) {
        return reader.snapshotState(checkpoint);
    }

    public void completed(long checkpoint) {
        reader.notifyCheckpointComplete(checkpoint);
    }

    /** The fetchers that run. */
    public List<String> fetchers() {
        return List.copyOf(fetchers.keySet());
    }

    /** Whether an element waits to be emitted. */
    public boolean hasFetched() {
        return reader.isAvailable().isDone();
    }

    /** A step of a fetcher. */
    public void fetch(String name) {
        Fetch fetch = fetchers.get(name);
        if (fetch == null) {
            return;
        }
        try {
            if (!fetch.step(0)) {
                fetchers.remove(name);
                fetch.end();
            }
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public void close() {
        reader.close();
    }

    private final class Steps implements FetchRunner {
        @Override
        public void start(String name, Fetch fetch) {
            fetchers.put(name, fetch);
        }

        @Override
        public void join() {
            fetchers.values().forEach(Fetch::end);
            fetchers.clear();
        }
    }

    private record Context(int subtask, Wires wires) implements SourceReaderContext {
        @Override
        public SourceReaderMetricGroup metricGroup() {
            return UnregisteredMetricsGroup.createSourceReaderMetricGroup();
        }

        @Override
        public Configuration getConfiguration() {
            return new Configuration();
        }

        @Override
        public String getLocalHostName() {
            return "here";
        }

        @Override
        public int getIndexOfSubtask() {
            return subtask;
        }

        @Override
        public void sendSplitRequest() {
            wires.request();
        }

        @Override
        public void sendSourceEventToCoordinator(SourceEvent event) {
            wires.event(event);
        }

        @Override
        public UserCodeClassLoader getUserCodeClassLoader() {
            return SimpleUserCodeClassLoader.create(getClass().getClassLoader());
        }
    }

    private record Output(Consumer<Block> emitted) implements ReaderOutput<Block> {
        @Override
        public void collect(Block block) {
            emitted.accept(block);
        }

        @Override
        public void collect(Block block, long timestamp) {
            emitted.accept(block);
        }

        @Override
        public void emitWatermark(Watermark watermark) {
            throw new AssertionError("no watermarks here");
        }

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}

        @Override
        public SourceOutput<Block> createOutputForSplit(String split) {
            return this;
        }

        @Override
        public void releaseOutputForSplit(String split) {}
    }
}
