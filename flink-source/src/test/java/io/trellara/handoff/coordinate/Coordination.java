package io.trellara.handoff.coordinate;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.state.ChunkReport;
import io.trellara.handoff.state.CoordinatorEvent;
import io.trellara.handoff.state.DurableReport;
import io.trellara.handoff.state.HandoffSplit.ChunkSplit;
import io.trellara.handoff.state.ReaderEvent;
import io.trellara.handoff.state.StreamPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A coordinator over fakes; evidence, source and target outlive it, as they do in production. */
final class Coordination {
    final List<String> journal = new ArrayList<>();
    final FakeSource source = new FakeSource(journal);
    final FakeTarget target = new FakeTarget(journal);
    final FakeEvidence evidence = new FakeEvidence(new RunKey("s", "d", "r"), journal);
    private final List<StepWork> threads = new ArrayList<>();
    private final int parallelism;
    private final SourceConfig.Waves waves;
    /** What is configured; a coordinator that is made later heeds it. */
    List<Relation> relations = List.of(Schemas.ORDERS);

    /** Whether the target's tables may hold rows of others. */
    boolean merge;

    /** Of the JobManager: coordinators that are made one after another in it have the same. */
    final GaugeGroup gauges = new GaugeGroup();

    CoordinatorMetrics metrics = new CoordinatorMetrics();
    long nanos;
    FakeContext context;
    HandoffEnumerator coordinator;

    Coordination(int parallelism) {
        this(parallelism, SourceConfig.Waves.ONE);
    }

    Coordination(int parallelism, SourceConfig.Waves waves) {
        this.parallelism = parallelism;
        this.waves = waves;
        this.context = new FakeContext(parallelism, journal);
        this.coordinator = make();
    }

    private HandoffEnumerator make() {
        ConnectionConfig nowhere = new ConnectionConfig("jdbc:postgresql://nowhere/x", "u", "p");
        SourceConfig config = new SourceConfig(
                new RunKey("s", "d", "r"),
                nowhere,
                nowhere,
                relations,
                new SourceConfig.Replication("slot", "pub", true, false),
                new SourceConfig.Copy(10, 1024, merge, waves),
                new SourceConfig.Stream(4, 1000),
                new SourceConfig.Limits(1000, 1000, 60_000));
        CoordinatorParts parts =
                new CoordinatorParts(config, new RunDesk(config, new FakeDoors()), waits -> {}, () -> nanos, metrics);
        context.metrics = gauges;
        return new HandoffEnumerator(context, parts, (name, failed) -> {
            StepWork work = new StepWork(failed);
            threads.add(work);
            return work;
        });
    }

    private final class FakeDoors implements Doors {
        private static final long serialVersionUID = 1;

        @Override
        public Dialect dialect() {
            return source;
        }

        @Override
        public EvidenceStore evidence() {
            return evidence;
        }

        @Override
        public Optional<TargetControl> target() {
            return Optional.of(target);
        }
    }

    /** The coordinator process is gone; another one starts over the same evidence. */
    void crash() {
        threads.clear();
        context = new FakeContext(parallelism, journal);
        coordinator = make();
    }

    /** Runs blocking work until none is left. */
    void drain() {
        boolean any = true;
        while (any) {
            any = false;
            for (StepWork work : List.copyOf(threads)) {
                any |= work.step();
            }
        }
    }

    /** The stream's reader keeps back what it was last asked to. */
    void suppressed() {
        List<CoordinatorEvent.Suppress> asked = context.sent(CoordinatorEvent.Suppress.class);
        int sequence = asked.get(asked.size() - 1).sequence();
        coordinator.handleSourceEvent(0, new ReaderEvent.Suppressed(sequence));
        drain();
    }

    /** A checkpoint begins and completes. */
    void checkpoint(long id) {
        coordinator.snapshotState(id);
        complete(id);
    }

    /** Another coordinator over the same evidence, and a reader that has streamed so far. */
    void restart(long position) {
        crash();
        target.ledger = Optional.of(new Lsn(position));
        coordinator.start();
        hello(0, StreamPosition.at(new Lsn(position)), List.of());
        drain();
        ask(0, 2);
    }

    void tick() {
        List.copyOf(threads).forEach(StepWork::tick);
        drain();
    }

    void hello(int subtask) {
        hello(subtask, null, List.of());
    }

    void hello(int subtask, @Nullable StreamPosition stream, List<DurableReport> durable) {
        context.register(subtask);
        coordinator.handleSourceEvent(subtask, new ReaderEvent.Hello(stream, durable));
    }

    void lose(int subtask) {
        context.unregister(subtask);
        coordinator.addSplitsBack(List.of(), subtask);
    }

    void ask(int subtask, int chunks) {
        for (int i = 0; i < chunks; i++) {
            coordinator.handleSplitRequest(subtask, null);
        }
        drain();
    }

    /** The readers' reports of these attempts, applied at the target as well. */
    void report(int subtask, long checkpoint, List<ChunkAttempt> attempts) {
        List<ChunkReport> reports =
                attempts.stream().map(a -> new ChunkReport(a, 5, 50)).toList();
        attempts.forEach(a -> target.applied.put(a, 5L));
        coordinator.handleSourceEvent(subtask, new ReaderEvent.Snapshot(checkpoint, reports, null, null));
    }

    void streamed(int subtask, long checkpoint, long mark) {
        report(subtask, checkpoint, List.of(), mark);
    }

    /** Reports, and where the stream stands, in one snapshot. */
    void report(int subtask, long checkpoint, List<ChunkAttempt> attempts, long mark) {
        List<ChunkReport> reports =
                attempts.stream().map(a -> new ChunkReport(a, 5, 50)).toList();
        attempts.forEach(a -> target.applied.put(a, 5L));
        StreamPosition at = new StreamPosition(new Lsn(mark), Commit.NONE, 0, new Lsn(mark), ChangeCounts.NONE);
        coordinator.handleSourceEvent(subtask, new ReaderEvent.Snapshot(checkpoint, reports, at, null));
    }

    /** The stream's reader stands, as it was last asked. */
    void held(int subtask, long reached) {
        List<CoordinatorEvent.Hold> asked = context.sent(CoordinatorEvent.Hold.class);
        int sequence = asked.get(asked.size() - 1).sequence();
        coordinator.handleSourceEvent(subtask, new ReaderEvent.Held(sequence, new Lsn(reached)));
        drain();
    }

    /** The checkpoint has completed, and every reader goes on behind it. */
    void complete(long checkpoint) {
        coordinator.notifyCheckpointComplete(checkpoint);
        context.registeredReaders().keySet().forEach(subtask -> goesOn(subtask, checkpoint));
        drain();
    }

    void goesOn(int subtask, long checkpoint) {
        coordinator.handleSourceEvent(subtask, new ReaderEvent.GoesOn(checkpoint));
    }

    List<ChunkAttempt> assigned() {
        return context.sent(ChunkSplit.class).stream().map(ChunkSplit::attempt).toList();
    }

    /** Copies everything with one reader up to the stream's release. */
    void copyAll() {
        coordinator.start();
        hello(0);
        drain();
        ask(0, 2);
        report(0, 1, assigned());
        complete(1);
    }
}
