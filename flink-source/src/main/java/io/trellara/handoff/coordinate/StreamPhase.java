package io.trellara.handoff.coordinate;

import io.trellara.handoff.coordinate.ReaderBook.StreamOwner;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.state.CoordinatorEvent.GatePage;
import io.trellara.handoff.state.CoordinatorEvent.Grant;
import io.trellara.handoff.state.CoordinatorEvent.ReleaseStream;
import io.trellara.handoff.state.HandoffSplit.StreamSplit;
import io.trellara.handoff.state.StreamPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stream's owner: released once the handoff is recorded, told what may be acknowledged. Coordinator thread. */
final class StreamPhase {
    private static final Logger LOG = LoggerFactory.getLogger(StreamPhase.class);

    private final RunDesk desk;
    private final ReaderLink link;
    private final Work evidence;
    private final Work viewThread;
    private OptionalInt owner = OptionalInt.empty();
    private Optional<Lsn> recorded = Optional.empty();
    private boolean checking;

    StreamPhase(RunDesk desk, ReaderLink link, CopyPhase.Threads threads) {
        this.desk = desk;
        this.link = link;
        this.evidence = threads.evidence();
        this.viewThread = threads.view();
    }

    /** A reader was reset: a stream that it had comes back with its Hello, or is assigned anew. */
    void readerLost(int subtask) {
        if (owner.equals(OptionalInt.of(subtask))) {
            owner = OptionalInt.empty();
        }
    }

    /** Whether a reader has the stream and was not reset since. */
    boolean isRunning() {
        return owner.isPresent();
    }

    /**
     * Releases the stream in the reader that has it in its state, or assigns it to one. A stream whose reader was not
     * reset runs on: there is never a second one.
     */
    void begin(ChunkTracker copied) {
        if (isRunning()) {
            return;
        }
        Optional<StreamOwner> restored = link.readers().streamOwner();
        int epoch = link.readers().epoch();
        Optional<Lsn> mark = restored.map(o -> o.position().mark());
        evidence.run(() -> desk.durablePosition(mark), durable -> {
            if (epoch == link.readers().epoch()) {
                release(restored, durable, copied);
            }
        });
    }

    private void release(Optional<StreamOwner> restored, Lsn durable, ChunkTracker copied) {
        int subtask = restored.map(StreamOwner::subtask)
                .orElse(link.readers().present().get(0));
        if (restored.isEmpty()) {
            link.assign(subtask, new StreamSplit(StreamPosition.at(durable)));
        }
        List<GatePage> pages = GatePages.of(copied.schemas(), copied.all());
        pages.forEach(page -> link.send(subtask, page));
        link.send(subtask, new ReleaseStream(pages.size(), desk.source(), durable, null));
        owner = OptionalInt.of(subtask);
        // Where the log does not move, the position that it starts from is the first to be recorded as streamed.
        recorded = Optional.empty();
        LOG.info("stream released in reader {} from {}", subtask, durable);
    }

    /** The newest position that is worth recording; empty when it has not moved. */
    Optional<Lsn> toRecord(Optional<StreamPosition> durable) {
        return durable.map(StreamPosition::mark)
                .filter(mark -> recorded.isEmpty() || mark.compareTo(recorded.get()) > 0);
    }

    /** The evidence holds this position: the slot may be told (R7). */
    void recorded(Lsn position) {
        recorded = Optional.of(position);
        owner.ifPresent(subtask -> link.send(subtask, new Grant(new ArrayList<>(), null, position)));
    }

    /** Compares the source with the contract (R9); a difference halts. One check at a time. */
    void checkContract(ChunkTracker copied) {
        if (checking) {
            return;
        }
        checking = true;
        Dialect dialect = desk.dialect();
        List<RelationSchema> contract = List.copyOf(copied.schemas());
        viewThread.run(
                () -> {
                    List<Finding> drift = dialect.checkContract(contract);
                    if (!drift.isEmpty()) {
                        throw new HandoffException(drift, null);
                    }
                    return true;
                },
                done -> checking = false);
    }
}
