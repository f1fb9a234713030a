package io.trellara.handoff.read;

import io.trellara.handoff.emit.BlockDeserializer;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.state.ChunkReport;
import io.trellara.handoff.state.CoordinatorEvent;
import io.trellara.handoff.state.DurableReport;
import io.trellara.handoff.state.HandoffSplit;
import io.trellara.handoff.state.ReaderEvent;
import io.trellara.handoff.state.StreamPosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.core.io.InputStatus;
import org.jspecify.annotations.Nullable;

/**
 * A reader: the task-thread side of both fetchers. It emits what they hand over, keeps the reports that the coordinator
 * has not recorded, and puts both into its snapshots, so a checkpoint never says more than was emitted before it.
 */
public final class HandoffSourceReader<T> implements SourceReader<T, HandoffSplit> {
    /** Chunks asked for ahead, so that reading never waits for a claim. */
    private static final int CHUNKS_AHEAD = 2;

    private final SourceReaderContext context;
    private final BlockDeserializer<T> deserializer;
    private final ReaderMetrics metrics;
    private final Handover handover;
    private final Fetchers fetchers;
    private final Map<ChunkAttempt, ReportedChunk> reports = new LinkedHashMap<>();
    private final TreeMap<Long, StreamPosition> snapshots = new TreeMap<>();
    private @Nullable StreamPosition stream;
    private @Nullable TouchBook touched;
    /** A completed checkpoint that the coordinator has not heard of being gone on behind; -1 for none. */
    private long completed = -1;

    private boolean started;
    private boolean streaming;
    private boolean halted;

    private record ReportedChunk(ChunkReport report, long restoredFrom) {}

    /** A reader over fetchers not yet started. */
    public HandoffSourceReader(SourceReaderContext context, BlockDeserializer<T> deserializer, FetchSettings settings) {
        this(context, deserializer, settings, new FetchThreads());
    }

    HandoffSourceReader(
            SourceReaderContext context,
            BlockDeserializer<T> deserializer,
            FetchSettings settings,
            FetchRunner runner) {
        this.context = context;
        this.deserializer = deserializer;
        this.handover = new Handover(settings.blocksAhead());
        this.fetchers = new Fetchers(settings, handover, runner);
        this.metrics = ReaderMetrics.register(context.metricGroup(), fetchers);
    }

    @Override
    public void start() {
        started = true;
        List<DurableReport> durable = reports.values().stream()
                .map(r -> new DurableReport(r.report(), r.restoredFrom()))
                .toList();
        context.sendSourceEventToCoordinator(new ReaderEvent.Hello(stream, durable));
    }

    @Override
    public void addSplits(List<HandoffSplit> splits) {
        for (HandoffSplit split : splits) {
            if (split instanceof HandoffSplit.ChunkSplit chunk) {
                fetchers.add(chunk);
            } else if (split instanceof HandoffSplit.StreamSplit streamSplit) {
                stream = streamSplit.position();
            } else if (split instanceof HandoffSplit.ReportSplit report && !started) {
                DurableReport restored = report.durable();
                reports.put(restored.report().attempt(), new ReportedChunk(restored.report(), restored.checkpointId()));
            }
        }
    }

    @Override
    public void handleSourceEvents(SourceEvent event) {
        if (!(event instanceof CoordinatorEvent known)) {
            throw HandoffException.bug("reader", "an event of class " + event.getClass(), "a coordinator's event");
        }
        if (known instanceof CoordinatorEvent.Welcome welcome) {
            fetchers.generation(welcome.generation());
            for (int i = 0; i < CHUNKS_AHEAD; i++) {
                context.sendSplitRequest();
            }
        } else if (known instanceof CoordinatorEvent.GatePage page) {
            fetchers.gatePage(page);
        } else if (known instanceof CoordinatorEvent.ReleaseStream release) {
            release(release);
        } else if (known instanceof CoordinatorEvent.Grant grant) {
            fetchers.command(grant);
        } else if (known instanceof CoordinatorEvent.Hold hold) {
            fetchers.command(hold);
        } else if (known instanceof CoordinatorEvent.Suppress suppress) {
            fetchers.command(suppress);
        } else if (known instanceof CoordinatorEvent.Pace pace) {
            fetchers.pace(pace.rowsPerSecond());
        } else if (known instanceof CoordinatorEvent.Recorded recorded) {
            recorded.attempts().forEach(reports::remove);
        } else if (known instanceof CoordinatorEvent.OpenView view) {
            fetchers.openView(view);
        } else if (known instanceof CoordinatorEvent.EndWave end) {
            fetchers.endWave(end);
        }
    }

    /** The stream starts at the newer of Flink's state and the evidence (R7). */
    private void release(CoordinatorEvent.ReleaseStream release) {
        StreamPosition state = Optional.ofNullable(stream)
                .orElseThrow(
                        () -> HandoffException.bug("reader", "a release without a stream", "a stream split before"));
        StreamPosition restored = release.atMark() ? state.backToMark() : state;
        StreamPosition from =
                restored.position().covers(release.durable()) ? restored : restored.advancedTo(release.durable());
        stream = from;
        touched = new TouchBook(from.position());
        fetchers.startStream(from, release);
    }

    @Override
    public InputStatus pollNext(ReaderOutput<T> output) {
        // Flink polls no more where it stops the job with a savepoint.
        if (completed >= 0) {
            context.sendSourceEventToCoordinator(new ReaderEvent.GoesOn(completed));
            completed = -1;
        }
        if (!halted) {
            handover.poll().ifPresent(fetched -> take(fetched, output));
        }
        return halted || handover.isEmpty() ? InputStatus.NOTHING_AVAILABLE : InputStatus.MORE_AVAILABLE;
    }

    private void take(Fetched fetched, ReaderOutput<T> output) {
        if (fetched instanceof Fetched.Rows rows) {
            metrics.copied(rows.block());
            emit(rows.block(), output);
        } else if (fetched instanceof Fetched.Changes changes) {
            metrics.streamed(changes);
            changes.blocks().forEach(block -> emit(block, output));
            stream = changes.after();
            book().add(changes.touched());
            streaming = true;
        } else if (fetched instanceof Fetched.ChunkDone done) {
            reports.put(done.report().attempt(), new ReportedChunk(done.report(), 0));
            context.sendSplitRequest();
        } else if (fetched instanceof Fetched.ChunkFailed failed) {
            context.sendSourceEventToCoordinator(new ReaderEvent.AttemptFailed(
                    failed.chunk().attempt(), failed.chunk().wave(), failed.viewLost(), failed.finding()));
            context.sendSplitRequest();
        } else if (fetched instanceof Fetched.ViewOpened view) {
            context.sendSourceEventToCoordinator(new ReaderEvent.ViewOpened(view.wave(), view.ticket(), view.cost()));
        } else if (fetched instanceof Fetched.ViewWaits view) {
            context.sendSourceEventToCoordinator(new ReaderEvent.ViewWaits(view.wave(), view.waitedFor()));
        } else if (fetched instanceof Fetched.ViewFailed view) {
            context.sendSourceEventToCoordinator(new ReaderEvent.ViewFailed(view.wave(), view.finding()));
        } else if (fetched instanceof Fetched.Held held) {
            context.sendSourceEventToCoordinator(new ReaderEvent.Held(held.sequence(), held.reached()));
        } else if (fetched instanceof Fetched.Suppressed suppressed) {
            context.sendSourceEventToCoordinator(new ReaderEvent.Suppressed(suppressed.sequence()));
        } else if (fetched instanceof Fetched.Halted halt) {
            halted = true;
            context.sendSourceEventToCoordinator(new ReaderEvent.Halt(halt.finding()));
        } else if (fetched instanceof Fetched.Broken broken) {
            throw broken.cause();
        }
    }

    private void emit(Block block, ReaderOutput<T> output) {
        deserializer.deserialize(block, output::collect);
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return halted ? new CompletableFuture<>() : handover.available();
    }

    @Override
    public List<HandoffSplit> snapshotState(long checkpointId) {
        List<HandoffSplit> state = new ArrayList<>();
        List<ChunkReport> unrecorded = new ArrayList<>();
        for (ReportedChunk reported : reports.values()) {
            state.add(new HandoffSplit.ReportSplit(new DurableReport(reported.report(), checkpointId)));
            unrecorded.add(reported.report());
        }
        StreamPosition position = stream;
        if (position != null) {
            state.add(new HandoffSplit.StreamSplit(position));
            snapshots.put(checkpointId, position);
        }
        context.sendSourceEventToCoordinator(snapshot(checkpointId, unrecorded, position));
        return state;
    }

    /** A stream that was assigned but has not begun is no evidence of streaming. */
    private ReaderEvent.Snapshot snapshot(
            long checkpointId, List<ChunkReport> unrecorded, @Nullable StreamPosition position) {
        return streaming && position != null
                ? new ReaderEvent.Snapshot(checkpointId, unrecorded, position, book().take(position.position()))
                : new ReaderEvent.Snapshot(checkpointId, unrecorded, null, null);
    }

    private TouchBook book() {
        return Optional.ofNullable(touched)
                .orElseThrow(() -> HandoffException.bug("reader", "a stream that was not released", "its release"));
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        Map.Entry<Long, StreamPosition> newest = snapshots.floorEntry(checkpointId);
        if (newest != null) {
            fetchers.durable(newest.getValue());
            snapshots.headMap(checkpointId, true).clear();
        }
        completed = Math.max(completed, checkpointId);
        handover.nudge();
    }

    @Override
    public void notifyNoMoreSplits() {
        // The run is unbounded: the coordinator never says so.
    }

    @Override
    public void close() {
        fetchers.close();
    }
}
