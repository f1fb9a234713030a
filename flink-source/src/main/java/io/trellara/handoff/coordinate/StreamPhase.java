package io.trellara.handoff.coordinate;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.coordinate.ReaderBook.StreamOwner;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.state.CoordinatorEvent;
import io.trellara.handoff.state.CoordinatorEvent.GatePage;
import io.trellara.handoff.state.CoordinatorEvent.Grant;
import io.trellara.handoff.state.CoordinatorEvent.Hold;
import io.trellara.handoff.state.CoordinatorEvent.ReleaseStream;
import io.trellara.handoff.state.CoordinatorEvent.Suppress;
import io.trellara.handoff.state.CoordinatorEvent.SuppressedRange;
import io.trellara.handoff.state.HandoffSplit.StreamSplit;
import io.trellara.handoff.state.ReaderEvent.Held;
import io.trellara.handoff.state.ReaderEvent.Suppressed;
import io.trellara.handoff.state.StreamPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream's owner: released once there is something for it to carry, told how far it may go and what may be
 * acknowledged, and made to stand while a wave's floor is chosen (R2). Coordinator thread.
 */
final class StreamPhase {
    private static final Logger LOG = LoggerFactory.getLogger(StreamPhase.class);

    private final RunDesk desk;
    private final ReaderLink link;
    private final Work evidence;
    private final Work viewThread;
    private OptionalInt owner = OptionalInt.empty();
    private Optional<Position> recorded = Optional.empty();
    private int releasing = -1;
    private @Nullable Consumer<Position> awaitsHeld;
    private int holds;
    private boolean standing;
    private @Nullable Runnable awaitsSuppressed;
    private Suppress suppression = new Suppress(0, new ArrayList<>());
    private final List<CopiedRange> awaiting = new ArrayList<>();
    private Optional<Position> granted = Optional.empty();
    private @Nullable Position acknowledge;
    private boolean checking;

    StreamPhase(RunDesk desk, ReaderLink link, CopyShared.Threads threads) {
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
    void begin(GateSource copied) {
        int epoch = link.readers().epoch();
        if (isRunning() || releasing == epoch) {
            return;
        }
        releasing = epoch;
        Optional<StreamOwner> restored = link.readers().streamOwner();
        Optional<Position> mark = restored.map(o -> o.position().mark());
        evidence.run(() -> desk.durablePosition(mark), durable -> {
            if (epoch == link.readers().epoch()) {
                release(restored, durable, copied);
            }
        });
    }

    private void release(Optional<StreamOwner> restored, Position durable, GateSource copied) {
        int subtask = restored.map(StreamOwner::subtask)
                .orElse(link.readers().present().get(0));
        boolean atMark = desk.followed();
        Position from = restored.map(StreamOwner::position)
                .map(position -> atMark ? position.mark() : position.position())
                .orElse(durable)
                .with(durable);
        requireBelow(copied.floor(), from);
        if (restored.isEmpty()) {
            link.assign(subtask, new StreamSplit(StreamPosition.at(durable)));
        }
        List<GatePage> pages = GatePages.of(copied.schemas(), copied.chunks());
        pages.forEach(page -> link.send(subtask, page));
        // Where a wave's floor is being chosen, a stream that comes back stands where it begins.
        granted = standing ? Optional.of(from) : copied.floor();
        link.send(subtask, new ReleaseStream(pages.size(), desk.source(), durable, granted.orElse(null), atMark));
        owner = OptionalInt.of(subtask);
        awaiting.clear();
        handedOff();
        LOG.info("stream released in reader {} from {}", subtask, from);
        if (awaitsSuppressed != null) {
            link.send(subtask, suppression);
        }
        if (awaitsHeld != null) {
            link.send(subtask, new Hold(holds));
        }
    }

    /** In copy-then-stream no stream exists before every chunk is durable. */
    void requireNone(ChunkTracker copied, SourceConfig config) {
        boolean woven = config.copy().waves().woven();
        if (link.readers().streamOwner().isPresent() && !copied.allCopied() && !woven) {
            throw new HandoffException(new Finding(
                    ErrorCode.STATE_IMPOSSIBLE,
                    "run " + config.run(),
                    "a stream in the restored state while chunks are not copied",
                    "a stream only after the copy",
                    "check that the checkpoint belongs to this run, or start from the evidence alone"));
        }
    }

    /** Nothing was ever emitted beyond the floor of what is not durable (design §15). */
    private static void requireBelow(Optional<Position> floor, Position from) {
        if (floor.isPresent() && !floor.get().covers(from)) {
            throw new HandoffException(new Finding(
                    ErrorCode.STATE_IMPOSSIBLE,
                    "stream",
                    "position " + from + ", beyond the floor " + floor.get() + " of chunks that are not copied",
                    "a position that the floor covers",
                    "check that the checkpoint belongs to this run, or start from the evidence alone"));
        }
    }

    /** The first position after this is recorded even where the log does not move: it says that the run streams. */
    void handedOff() {
        recorded = Optional.empty();
    }

    /**
     * Closes the gate for ranges that are to be copied again; {@code then} runs once the stream's reader has emitted
     * the last change of them. A stream whose reader is lost meanwhile is asked again.
     */
    void suppress(List<SuppressedRange> ranges, Runnable then) {
        awaitsSuppressed = then;
        suppression = new Suppress(suppression.sequence() + 1, new ArrayList<>(ranges));
        send(suppression);
    }

    /** The gate is closed for them. */
    void suppressed(int subtask, Suppressed answer) {
        Runnable waiting = awaitsSuppressed;
        if (waiting != null && answer.sequence() == suppression.sequence() && owner.equals(OptionalInt.of(subtask))) {
            awaitsSuppressed = null;
            waiting.run();
        }
    }

    /**
     * Makes the stream stand until the next grant; {@code held} gets a position that covers all that it has emitted. A
     * stream whose reader is lost meanwhile comes back standing.
     */
    void hold(Consumer<Position> held) {
        standing = true;
        awaitsHeld = held;
        holds++;
        send(new Hold(holds));
    }

    /** The stream stands. */
    void held(int subtask, Held answer) {
        Consumer<Position> waiting = awaitsHeld;
        if (waiting != null && answer.sequence() == holds && owner.equals(OptionalInt.of(subtask))) {
            awaitsHeld = null;
            waiting.accept(answer.reached());
        }
    }

    /** The wave that the stream stood for has its floor, or is given up: how far the stream may go now. */
    void proceed(Optional<Position> floor) {
        standing = false;
        grant(List.of(), floor, Optional.empty());
    }

    /** Whether it has come so far, by what is durable, and a reader has it. */
    boolean standsAt(Position floor) {
        return isRunning() && recorded.isPresent() && recorded.get().covers(floor);
    }

    /** The newest position that is worth recording; empty when it has not moved. */
    Optional<Position> toRecord(Optional<StreamPosition> durable) {
        return durable.map(StreamPosition::mark)
                .filter(mark -> recorded.isEmpty() || !recorded.get().covers(mark));
    }

    /** The evidence holds these chunks as copied, and this position, of which the slot may be told (R4, R7). */
    void recorded(List<CopiedRange> copied, Optional<Position> floor, Optional<Position> position) {
        if (position.isPresent()) {
            recorded = position;
        }
        if (!copied.isEmpty() || position.isPresent()) {
            grant(copied, floor, position);
        }
    }

    /** Copied ranges first, and the floor behind the last of them (R2). What comes while it stands waits. */
    private void grant(List<CopiedRange> copied, Optional<Position> floor, Optional<Position> position) {
        if (owner.isEmpty()) {
            return; // its release will tell
        }
        awaiting.addAll(copied);
        position.ifPresent(p -> acknowledge = p);
        if (standing) {
            return;
        }
        List<List<CopiedRange>> portions = GatePages.portions(awaiting);
        int last = portions.size() - 1;
        for (int i = 0; i < last; i++) {
            send(new Grant(portions.get(i), granted.orElse(null), null));
        }
        granted = floor;
        send(new Grant(last < 0 ? new ArrayList<>() : portions.get(last), floor.orElse(null), acknowledge));
        awaiting.clear();
        acknowledge = null;
    }

    private void send(CoordinatorEvent event) {
        owner.ifPresent(subtask -> link.send(subtask, event));
    }

    /** Compares the source with the contract (R9); a difference halts. One check at a time. */
    void checkContract(GateSource copied) {
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
