package io.trellara.handoff.coordinate;

import io.trellara.handoff.state.CoordinatorEvent;
import io.trellara.handoff.state.HandoffSplit;
import io.trellara.handoff.state.ReaderEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;

/**
 * Speaks to readers; a reader that is gone by now is not spoken to. Behind a completed checkpoint it waits for a
 * reader's word that it goes on: a job that is stopped with a savepoint ends its tasks there, and a message to a task
 * that has just ended would fail the stop. Coordinator thread.
 */
final class ReaderLink {
    private final SplitEnumeratorContext<HandoffSplit> context;
    private final ReaderBook readers;
    /** What is to be said to readers that have not gone on yet. */
    private final Map<Integer, Deque<Runnable>> waiting = new HashMap<>();

    private final Map<Integer, Long> wentOn = new HashMap<>();

    ReaderLink(SplitEnumeratorContext<HandoffSplit> context, ReaderBook readers) {
        this.context = context;
        this.readers = readers;
    }

    ReaderBook readers() {
        return readers;
    }

    boolean isHere(int subtask) {
        return readers.present().contains(subtask)
                && context.registeredReaders().containsKey(subtask);
    }

    /** A checkpoint has completed: nothing is said to a reader that has not gone on behind it. */
    void checkpointCompleted(long checkpointId) {
        for (int subtask : readers.present()) {
            if (wentOn.getOrDefault(subtask, -1L) < checkpointId) {
                waiting.computeIfAbsent(subtask, s -> new ArrayDeque<>());
            }
        }
    }

    /** The reader has polled again behind this checkpoint, and is told what has waited for that. */
    void goesOn(int subtask, long checkpointId) {
        wentOn.merge(subtask, checkpointId, Math::max);
        Optional.ofNullable(waiting.remove(subtask)).ifPresent(messages -> messages.forEach(Runnable::run));
    }

    /** The first word of a reader's attempt. */
    void hello(int subtask, ReaderEvent.Hello hello) {
        forget(subtask);
        readers.hello(subtask, hello);
    }

    /** The reader was reset: what waited for it is void, as what was sent to it. */
    void reset(int subtask) {
        forget(subtask);
        readers.reset(subtask);
    }

    private void forget(int subtask) {
        waiting.remove(subtask);
        wentOn.remove(subtask);
    }

    void send(int subtask, CoordinatorEvent event) {
        inTurn(subtask, () -> sendNow(subtask, event));
    }

    void sendAll(CoordinatorEvent event) {
        readers.present().forEach(subtask -> send(subtask, event));
    }

    /** How fast each of them may read from now on. */
    void pace(CopyLimits limits) {
        sendAll(new CoordinatorEvent.Pace(limits.rowsPerSecond(context.currentParallelism())));
    }

    /** Ahead of what waits for readers: what somebody else waits for (R12). */
    void sendAllNow(CoordinatorEvent event) {
        readers.present().forEach(subtask -> sendNow(subtask, event));
    }

    void assign(int subtask, HandoffSplit split) {
        inTurn(subtask, () -> context.assignSplit(split, subtask));
    }

    private void inTurn(int subtask, Runnable message) {
        Deque<Runnable> before = waiting.get(subtask);
        if (before == null) {
            message.run();
        } else {
            before.add(message);
        }
    }

    private void sendNow(int subtask, CoordinatorEvent event) {
        if (isHere(subtask)) {
            context.sendEventToSourceReader(subtask, event);
        }
    }
}
