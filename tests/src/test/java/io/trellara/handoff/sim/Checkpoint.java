package io.trellara.handoff.sim;

import io.trellara.handoff.model.Position;
import io.trellara.handoff.state.HandoffSplit;
import io.trellara.handoff.state.SplitSerializer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A checkpoint under way, and then a completed one: the readers' splits as bytes, as Flink holds them. */
final class Checkpoint {
    private static final SplitSerializer SERIALIZER = new SplitSerializer();

    final long id;
    /** Nobody is told of a savepoint's completion (flink.md). */
    final boolean savepoint;

    private final List<List<byte[]>> splits = new ArrayList<>();
    private final Set<Integer> readersLeft = new HashSet<>();
    private final Set<Integer> sinksLeft = new HashSet<>();

    Checkpoint(long id, boolean savepoint, int readers, int sinks) {
        this.id = id;
        this.savepoint = savepoint;
        for (int i = 0; i < readers; i++) {
            splits.add(List.of());
            readersLeft.add(i);
        }
        for (int i = 0; i < sinks; i++) {
            sinksLeft.add(i);
        }
    }

    void reader(int subtask, List<HandoffSplit> state) {
        try {
            List<byte[]> bytes = new ArrayList<>();
            for (HandoffSplit split : state) {
                bytes.add(SERIALIZER.serialize(split));
            }
            splits.set(subtask, bytes);
            readersLeft.remove(subtask);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    void sink(int subtask) {
        sinksLeft.remove(subtask);
    }

    boolean readersDone() {
        return readersLeft.isEmpty();
    }

    boolean isComplete() {
        return readersLeft.isEmpty() && sinksLeft.isEmpty();
    }

    /** The state of each reader: as it was, or spread anew over another number of readers. */
    List<List<HandoffSplit>> restore(int readers) {
        List<List<HandoffSplit>> restored = new ArrayList<>();
        for (int i = 0; i < readers; i++) {
            restored.add(new ArrayList<>());
        }
        int next = 0;
        for (int i = 0; i < splits.size(); i++) {
            for (byte[] bytes : splits.get(i)) {
                int to = splits.size() == readers ? i : next++ % readers;
                restored.get(to).add(read(bytes));
            }
        }
        return restored;
    }

    private static HandoffSplit read(byte[] bytes) {
        try {
            return SERIALIZER.deserialize(SplitSerializer.VERSION, bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The stream's acknowledgeable position in it. */
    Optional<Position> mark() {
        return restore(1).get(0).stream()
                .filter(HandoffSplit.StreamSplit.class::isInstance)
                .map(split -> ((HandoffSplit.StreamSplit) split).position().mark())
                .findFirst();
    }
}
