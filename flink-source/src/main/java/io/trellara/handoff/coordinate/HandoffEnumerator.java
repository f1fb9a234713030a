package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.Promotion;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.state.CoordinatorEvent;
import io.trellara.handoff.state.CoordinatorState;
import io.trellara.handoff.state.HandoffSplit;
import io.trellara.handoff.state.ReaderEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The coordinator of a run: an event loop in Flink's coordinator thread. It holds no fact that is not in the evidence;
 * blocking work goes to the evidence thread and the view thread, and what it changes here happens only after its
 * evidence is durable.
 *
 * <p>The order of a run: open the evidence → know all readers → raise the generation → open a view → plan → claim and
 * assign chunks → promote what completed checkpoints hold (R4) → record the handoff → release the stream.
 */
public final class HandoffEnumerator implements SplitEnumerator<HandoffSplit, CoordinatorState> {
    private static final Logger LOG = LoggerFactory.getLogger(HandoffEnumerator.class);
    private static final Duration WATCH = Duration.ofSeconds(5);

    private final SplitEnumeratorContext<HandoffSplit> context;
    private final CoordinatorParts parts;
    private final Work evidence;
    private final Work viewThread;
    private final ReaderBook readers = new ReaderBook();
    private final ReaderLink link;
    private final Promotions promotions;
    private final CheckpointWatch watch;
    private final CopyPhase copy;
    private final StreamPhase stream;

    private Phase phase = Phase.OPENING;
    private @Nullable RunOpening opening;
    private long fence;
    private volatile long generation;
    private int assembledEpoch = -1;
    private boolean assembling;

    private enum Phase {
        /** The evidence is being read, or readers are still to come. */
        OPENING,
        COPYING,
        STREAMING,
        HALTED
    }

    HandoffEnumerator(SplitEnumeratorContext<HandoffSplit> context, CoordinatorParts parts, WorkFactory workers) {
        this.context = context;
        this.parts = parts;
        this.evidence = workers.make("handoff evidence", this::failed);
        this.viewThread = workers.make("handoff view", this::failed);
        this.link = new ReaderLink(context, readers);
        this.watch =
                new CheckpointWatch(parts.nanoTime(), parts.config().limits().checkpointOverdueMillis());
        CopyPhase.Threads threads = new CopyPhase.Threads(evidence, viewThread);
        this.stream = new StreamPhase(parts.desk(), link, threads);
        this.copy = new CopyPhase(parts, link, stream, threads, this::copied);
        this.promotions =
                new Promotions(parts.desk(), link, evidence, new Promotions.Phases(copy, stream), this::promoted);
        CoordinatorMetrics.register(context.metricGroup(), copy, () -> generation);
    }

    /** Makes a thread for blocking work, given who hears of failures. */
    interface WorkFactory {
        Work make(String name, Consumer<Throwable> failed);
    }

    @Override
    public void start() {
        evidence.every(WATCH, watch::require);
        evidence.run(parts.desk()::open, opened -> {
            opening = opened;
            fence = opened.fence();
            copy.load(opened);
            LOG.info(
                    "run {} opened in state {}, fence {}",
                    parts.config().run(),
                    opened.state().text(),
                    fence);
            assemble();
        });
    }

    @Override
    public void handleSourceEvent(int subtask, SourceEvent event) {
        if (!(event instanceof ReaderEvent known)) {
            throw HandoffException.bug("coordinator", "an event of class " + event.getClass(), "a reader's event");
        }
        if (known instanceof ReaderEvent.Hello hello) {
            readers.hello(subtask, hello);
            assemble();
        } else if (known instanceof ReaderEvent.Snapshot snapshot) {
            promotions.add(subtask, snapshot);
            promote();
        } else if (known instanceof ReaderEvent.AttemptFailed failure) {
            copy.attemptFailed(failure);
        } else if (known instanceof ReaderEvent.Held held) {
            stream.held(subtask, held);
        } else if (known instanceof ReaderEvent.Halt halt) {
            halt(new HandoffException(halt.finding()));
        }
    }

    @Override
    public void handleSplitRequest(int subtask, @Nullable String host) {
        readers.ask(subtask);
        if (isAssembled()) {
            copy.pump();
        }
    }

    /** A reader was reset: what it had pending is void, and it will say Hello again. */
    @Override
    public void addSplitsBack(List<HandoffSplit> splits, int subtask) {
        readers.reset(subtask);
        promotions.reset(subtask);
        copy.readerLost(subtask);
        stream.readerLost(subtask);
    }

    @Override
    public void addReader(int subtask) {
        // A reader counts from its Hello on.
    }

    private void promote() {
        if (isAssembled() && phase != Phase.HALTED) {
            promotions.run();
        }
    }

    /** A promotion is durable: the copy may go on, and readers that came meanwhile are taken in. */
    private void promoted() {
        copy.pump();
        assemble();
        promote();
    }

    private boolean allHere() {
        return readers.complete(context.currentParallelism());
    }

    private boolean isAssembled() {
        return assembledEpoch == readers.epoch() && !assembling;
    }

    /**
     * All readers have said Hello: what their restored state made durable is recorded, and none of them is stale (R6).
     */
    private void assemble() {
        RunOpening opened = opening;
        if (opened == null || assembling || promotions.underWay() || isAssembled() || !allHere()) {
            return;
        }
        assembling = true;
        int epoch = readers.epoch();
        List<Promotion> restored = promotions.restored();
        evidence.run(
                () -> {
                    parts.desk().requireSource();
                    long raised = parts.desk().raiseGeneration();
                    restored.forEach(parts.desk()::promote);
                    return raised;
                },
                raised -> {
                    assembling = false;
                    restored.forEach(promotions::durable);
                    if (epoch == readers.epoch()) {
                        assembled(opened, epoch, raised);
                    } else {
                        assemble();
                    }
                });
    }

    private void assembled(RunOpening opened, int epoch, long raised) {
        assembledEpoch = epoch;
        generation = raised;
        link.sendAll(new CoordinatorEvent.Welcome(raised));
        link.sendAll(new CoordinatorEvent.Recorded(readers.durableReports().stream()
                .map(r -> r.report().attempt())
                .collect(Collectors.toCollection(ArrayList::new))));
        if (!stream.isRunning()) {
            promotions.countFrom(
                    readers.streamOwner().map(o -> o.position().counts()).orElse(ChangeCounts.NONE));
        }
        if (phase == Phase.STREAMING) {
            stream.begin(copy.tracker());
            return;
        }
        requireNoStream();
        if (phase == Phase.OPENING) {
            phase = Phase.COPYING;
            copy.begin(opened, context::runInCoordinatorThread);
        } else {
            copy.resume();
        }
    }

    /** In copy-then-stream no stream exists before every chunk is durable. */
    private void requireNoStream() {
        boolean streams = readers.streamOwner().isPresent();
        if (streams
                && !copy.tracker().allCopied()
                && !parts.config().copy().waves().woven()) {
            throw new HandoffException(new Finding(
                    ErrorCode.STATE_IMPOSSIBLE,
                    "run " + parts.config().run(),
                    "a stream in the restored state while chunks are not copied",
                    "a stream only after the copy",
                    "check that the checkpoint belongs to this run, or start from the evidence alone"));
        }
    }

    /** Every chunk is durable: the handoff is recorded before the stream is released. */
    private void copied() {
        evidence.run(
                () -> {
                    parts.desk().completeCopy();
                    return true;
                },
                done -> {
                    LOG.info("handoff recorded; the stream takes over");
                    phase = Phase.STREAMING;
                    stream.handedOff();
                    if (isAssembled()) {
                        stream.begin(copy.tracker());
                    }
                });
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        watch.completed();
        promotions.completed(checkpointId);
        promote();
        if (stream.isRunning()) {
            stream.checkContract(copy.tracker());
        }
    }

    /** A failure of blocking work: transient ones restart the job, all others halt the run. */
    private void failed(Throwable failure) {
        if (phase == Phase.HALTED) {
            return;
        }
        if (failure instanceof RunHalt refused) {
            halt(refused.reason());
        } else if (failure instanceof HandoffException known && !known.mayPass()) {
            halt(known);
        } else if (failure instanceof RuntimeException restartable) {
            throw restartable;
        } else {
            throw new IllegalStateException(failure);
        }
    }

    /** The evidence first, then the end of the job. */
    private void halt(HandoffException reason) {
        phase = Phase.HALTED;
        LOG.error("run {} halts: {}", parts.config().run(), reason.getMessage());
        evidence.run(
                () -> {
                    try {
                        parts.desk().halt(reason);
                    } catch (RuntimeException unrecorded) {
                        reason.addSuppressed(unrecorded);
                    }
                    return reason;
                },
                recorded -> {
                    throw new RunHalt(recorded);
                });
    }

    @Override
    public CoordinatorState snapshotState(long checkpointId) {
        return new CoordinatorState(parts.config().run(), fence);
    }

    @Override
    public void close() {
        // Connections first: a thread that waits for a server ends when its connection does.
        copy.close();
        parts.desk().close();
        viewThread.close();
        evidence.close();
    }
}
