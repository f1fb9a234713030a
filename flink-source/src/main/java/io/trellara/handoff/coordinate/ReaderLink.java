package io.trellara.handoff.coordinate;

import io.trellara.handoff.state.CoordinatorEvent;
import io.trellara.handoff.state.HandoffSplit;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;

/** Speaks to readers; a reader that is gone by now is not spoken to. Coordinator thread. */
final class ReaderLink {
    private final SplitEnumeratorContext<HandoffSplit> context;
    private final ReaderBook readers;

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

    void send(int subtask, CoordinatorEvent event) {
        if (isHere(subtask)) {
            context.sendEventToSourceReader(subtask, event);
        }
    }

    void sendAll(CoordinatorEvent event) {
        readers.present().forEach(subtask -> send(subtask, event));
    }

    void assign(int subtask, HandoffSplit split) {
        context.assignSplit(split, subtask);
    }
}
