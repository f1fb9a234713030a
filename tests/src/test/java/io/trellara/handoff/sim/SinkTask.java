package io.trellara.handoff.sim;

import io.trellara.handoff.model.Block;
import io.trellara.handoff.sink.SteppedSink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** One attempt of a sink's task: a channel from each reader, aligned at barriers. */
final class SinkTask {
    /** What a channel carries. */
    sealed interface Element {
        record Data(Block block) implements Element {}

        record Barrier(long checkpoint) implements Element {}
    }

    final int subtask;
    final SteppedSink sink;
    final List<Deque<Element>> channels = new ArrayList<>();
    private final World world;
    private final boolean[] blocked;
    private long aligning = -1;

    SinkTask(int subtask, World world, int readers) {
        this.subtask = subtask;
        this.world = world;
        this.sink = new SteppedSink(World.RUN, world.target);
        this.blocked = new boolean[readers];
        for (int i = 0; i < readers; i++) {
            channels.add(new ArrayDeque<>());
        }
    }

    /** A barrier overtakes what is in the channel only where checkpoints are not aligned. */
    void send(int reader, Element element) {
        if (element instanceof Element.Barrier && world.without(Removal.R4_ALIGNED)) {
            channels.get(reader).addFirst(element);
        } else {
            channels.get(reader).add(element);
        }
    }

    boolean isEmpty() {
        return channels.stream().allMatch(Deque::isEmpty);
    }

    /** Takes an element of a channel that is not blocked; the checkpoint that this completes here, if any. */
    Optional<Long> take() {
        List<Integer> ready = new ArrayList<>();
        for (int i = 0; i < blocked.length; i++) {
            if (!blocked[i] && !channels.get(i).isEmpty()) {
                ready.add(i);
            }
        }
        if (ready.isEmpty()) {
            return Optional.empty();
        }
        int channel = world.choices.of(ready);
        Element next = channels.get(channel).remove();
        if (next instanceof Element.Data data) {
            world.journal.tell("sink " + subtask, () -> "takes " + data.block());
            sink.write(data.block());
            return Optional.empty();
        }
        return align(channel, ((Element.Barrier) next).checkpoint());
    }

    private Optional<Long> align(int channel, long checkpoint) {
        if (checkpoint < aligning) {
            return Optional.empty();
        }
        if (checkpoint > aligning) {
            java.util.Arrays.fill(blocked, false);
            aligning = checkpoint;
        }
        blocked[channel] = true;
        for (boolean one : blocked) {
            if (!one) {
                return Optional.empty();
            }
        }
        java.util.Arrays.fill(blocked, false);
        world.journal.tell("sink " + subtask, () -> "flushes for checkpoint " + checkpoint);
        sink.flush();
        return Optional.of(checkpoint);
    }
}
