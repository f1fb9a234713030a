package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.state.CoordinatorEvent;
import io.trellara.handoff.state.CoordinatorState;
import io.trellara.handoff.state.HandoffSplit;
import io.trellara.handoff.state.ReaderEvent;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
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
    private final Halting halting;
    private final Work evidence;
    private final CopyShared.Threads threads;
    private final ReaderBook readers = new ReaderBook();
    private final ReaderLink link;
    private final Promotions promotions;
    private final CheckpointWatch watch;
    private final CopyPhase copy;
    private final StreamPhase stream;
    private final ViewKeeper views;
    private final CopyLimits limits;
    private final RunFamily family;
    private final FamilyDesk familyDesk;
    private final RecopyPhase recopy;
    private final Copies copies;
    private final ControlWatch controls;
    private final SampleWatch samples;
    private final WaitBook waits;

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
        STREAMING
    }

    HandoffEnumerator(SplitEnumeratorContext<HandoffSplit> context, CoordinatorParts parts, WorkFactory workers) {
        this.context = context;
        this.parts = parts;
        this.halting = new Halting(parts);
        this.evidence = workers.make("handoff evidence", halting::failed);
        halting.recordOn(evidence);
        Work viewThread = workers.make("handoff view", halting::failed);
        this.threads = new CopyShared.Threads(evidence, viewThread, workers.make("handoff samples", halting::failed));
        this.link = new ReaderLink(context, readers);
        this.watch =
                new CheckpointWatch(parts.nanoTime(), parts.config().limits().checkpointOverdueMillis());
        this.stream = new StreamPhase(parts.desk(), link, threads);
        this.waits = new WaitBook(parts.nanoTime(), parts.waits());
        this.views = new ViewKeeper(parts.desk(), viewThread, waits, parts);
        this.limits = new CopyLimits(parts.config().copy());
        CopyShared shared = new CopyShared(parts, link, stream, threads, views, new WaveNumbers(), limits);
        boolean woven = parts.config().copy().waves().woven();
        this.copy = new CopyPhase(shared, new CopyRole(parts.desk(), woven, this::releaseStream, this::copied));
        this.family = new RunFamily(copy::tracker);
        this.familyDesk = parts.desk().family();
        this.recopy = new RecopyPhase(shared, familyDesk, family, () -> generation);
        this.copies = new Copies(copy, recopy, waits);
        this.samples = new SampleWatch(parts.desk(), evidence, threads.samples(), parts.nanoTime(), copy::tracker);
        this.controls = new ControlWatch(familyDesk, limits, this::limitsChanged, recopy::request);
        this.promotions =
                new Promotions(parts.desk(), link, evidence, new Promotions.Phases(family, stream), this::promoted);
        parts.metrics()
                .show(context.metricGroup(), new Figures(copy, views, samples.outlook(), watch, () -> generation));
    }

    /** Makes a thread for blocking work, given who hears of failures. */
    interface WorkFactory {
        Work make(String name, Consumer<Throwable> failed);
    }

    @Override
    public void start() {
        evidence.every(WATCH, watch::require);
        evidence.run(() -> new Opened(parts.desk().open(), familyDesk.open()), both -> {
            RunOpening opened = both.run();
            opening = opened;
            fence = opened.fence();
            copy.load(opened);
            recopy.load(both.family());
            controls.load(both.family().controls());
            controls.watch(evidence, context::runInCoordinatorThread);
            samples.watch();
            new WaitWatch(parts, waits, evidence, new WaitWatch.Seen(stream, family, watch, halting))
                    .watch(context::runInCoordinatorThread);
            views.watch(end -> context.runInCoordinatorThread(() -> copies.viewEnded(end)));
            LOG.info(
                    "run {} opened in state {}, fence {}",
                    parts.config().run(),
                    opened.state().text(),
                    fence);
            assemble();
        });
    }

    /** What the evidence says of the run, and of those within it. */
    private record Opened(RunOpening run, FamilyDesk.Opening family) {}

    private void releaseStream() {
        stream.begin(family);
    }

    private void limitsChanged() {
        link.pace(limits);
        pump();
    }

    private void pump() {
        if (isAssembled()) {
            copies.pump();
        }
    }

    @Override
    public void handleSourceEvent(int subtask, SourceEvent event) {
        if (!(event instanceof ReaderEvent known)) {
            throw HandoffException.bug("coordinator", "an event of class " + event.getClass(), "a reader's event");
        }
        if (known instanceof ReaderEvent.Hello hello) {
            link.hello(subtask, hello);
            assemble();
        } else if (known instanceof ReaderEvent.Snapshot snapshot) {
            promotions.add(subtask, snapshot);
            promote();
        } else if (known instanceof ReaderEvent.GoesOn behind) {
            link.goesOn(subtask, behind.checkpointId());
        } else if (known instanceof ReaderEvent.OfCopy ofCopy) {
            halting.guard(() -> copies.take(subtask, ofCopy));
        } else if (known instanceof ReaderEvent.Held held) {
            stream.held(subtask, held);
        } else if (known instanceof ReaderEvent.Suppressed suppressed) {
            stream.suppressed(subtask, suppressed);
        } else if (known instanceof ReaderEvent.Halt halt) {
            halting.halt(new HandoffException(halt.finding()));
        }
    }

    @Override
    public void handleSplitRequest(int subtask, @Nullable String host) {
        readers.ask(subtask);
        pump();
    }

    /** A reader was reset: what it had pending is void, and it will say Hello again. */
    @Override
    public void addSplitsBack(List<HandoffSplit> splits, int subtask) {
        link.reset(subtask);
        promotions.reset(subtask);
        copies.readerLost(subtask);
        stream.readerLost(subtask);
    }

    @Override
    public void addReader(int subtask) {
        // A reader counts from its Hello on.
    }

    private void promote() {
        if (isAssembled() && !halting.halted()) {
            promotions.run();
        }
    }

    /** A promotion is durable: the copy may go on, and readers that came meanwhile are taken in. */
    private void promoted() {
        copies.pump();
        assemble();
        promote();
    }

    private boolean isAssembled() {
        return assembledEpoch == readers.epoch() && !assembling;
    }

    /**
     * All readers have said Hello: what their restored state made durable is recorded, and none of them is stale (R6).
     */
    private void assemble() {
        RunOpening opened = opening;
        boolean complete = readers.complete(context.currentParallelism());
        if (opened == null || assembling || promotions.underWay() || isAssembled() || !complete) {
            return;
        }
        assembling = true;
        int epoch = readers.epoch();
        List<Promotions.Step> restored = promotions.restored();
        evidence.run(
                () -> {
                    parts.desk().requireSource();
                    long raised = parts.desk().raiseGeneration(waits);
                    restored.forEach(promotions::write);
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
        link.sendAll(new CoordinatorEvent.Recorded(readers.durableAttempts()));
        link.pace(limits);
        if (!stream.isRunning()) {
            promotions.countFrom(readers.streamCounts());
        }
        if (phase == Phase.STREAMING) {
            releaseStream();
            recopy.resume();
            return;
        }
        stream.requireNone(copy.tracker(), parts.config());
        if (phase == Phase.OPENING) {
            phase = Phase.COPYING;
            copy.begin(opened);
        } else {
            copy.resume();
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
                        releaseStream();
                        recopy.resume();
                    }
                });
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        watch.completed();
        promotions.completed(checkpointId);
        promote();
        recopy.checkpointCompleted(checkpointId);
        if (stream.isRunning()) {
            stream.checkContract(family);
        }
    }

    @Override
    public CoordinatorState snapshotState(long checkpointId) {
        recopy.checkpointStarted(checkpointId);
        return new CoordinatorState(parts.config().run(), fence);
    }

    @Override
    public void close() {
        // Connections first: a thread that waits for a server ends when its connection does.
        views.shut();
        samples.close();
        familyDesk.close();
        parts.desk().close();
        threads.close();
    }
}
