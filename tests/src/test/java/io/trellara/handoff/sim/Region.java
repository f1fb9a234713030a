package io.trellara.handoff.sim;

import io.trellara.handoff.model.Block;
import io.trellara.handoff.state.HandoffSplit;
import java.util.ArrayList;
import java.util.List;

/** All tasks of one attempt: they are started together and given up together. */
final class Region {
    final List<ReaderTask> readers = new ArrayList<>();
    final List<SinkTask> sinks = new ArrayList<>();
    private final World world;
    private boolean present = true;
    private boolean closed;

    Region(World world, int readerCount, int sinkCount) {
        this.world = world;
        for (int i = 0; i < sinkCount; i++) {
            sinks.add(new SinkTask(i, world, readerCount));
        }
        for (int i = 0; i < readerCount; i++) {
            int subtask = i;
            readers.add(new ReaderTask(subtask, world, block -> emit(subtask, block)));
        }
    }

    /** Whether it is the attempt that counts. */
    boolean isPresent() {
        return present;
    }

    void start(List<List<HandoffSplit>> restored) {
        for (ReaderTask reader : readers) {
            reader.start(restored.get(reader.subtask));
        }
    }

    private void emit(int reader, Block block) {
        if (present) {
            world.laws.emitted(block);
        }
        sinks.get(block.lane() % sinks.size()).send(reader, new SinkTask.Element.Data(block));
    }

    void barrier(int reader, long checkpoint) {
        sinks.forEach(sink -> sink.send(reader, new SinkTask.Element.Barrier(checkpoint)));
    }

    boolean isDrained() {
        return sinks.stream().allMatch(SinkTask::isEmpty);
    }

    /** Given up for dead, which it may not be yet. */
    void giveUp() {
        present = false;
        readers.forEach(ReaderTask::die);
    }

    boolean isClosed() {
        return closed;
    }

    /** Dead. */
    void close() {
        giveUp();
        closed = true;
        readers.forEach(reader -> reader.reader.close());
        sinks.forEach(sink -> sink.sink.close());
    }
}
