package io.trellara.handoff.harness;

import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.job.local.Goal;
import io.trellara.handoff.job.local.LocalRunner;
import io.trellara.handoff.job.local.RunEnd;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.migration.SchemaMigrations;
import io.trellara.handoff.model.Position;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** The whole job on a cluster in this process, watched through its evidence. Starts at once; one thread. */
public final class RunUnderTest implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration STEP = Duration.ofMillis(50);

    private final JobConfig config;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final JdbcEvidenceStore evidence;
    private final JdbcEvidenceStore runnersEvidence;
    private final LocalRunner runner;
    private final CompletableFuture<URI> metrics = new CompletableFuture<>();
    private final Future<RunEnd> end;

    private RunUnderTest(JobConfig config, boolean freshState) {
        this.config = config;
        this.evidence = new JdbcEvidenceStore(config.source().evidence(), "handoff test");
        this.runnersEvidence = new JdbcEvidenceStore(config.source().evidence(), "handoff test");
        this.runner = new LocalRunner(config, runnersEvidence);
        this.end = thread.submit(() -> runner.run(Goal.NONE, freshState, new Silent(metrics)));
    }

    /** Migrates the evidence and starts the job. */
    public static RunUnderTest start(JobConfig config) {
        migrate(config);
        return new RunUnderTest(config, false);
    }

    /** Starts it without any Flink state. */
    public static RunUnderTest startFresh(JobConfig config) {
        migrate(config);
        return new RunUnderTest(config, true);
    }

    /** The first reading of the evidence that is as awaited; fails when the job ends before, or after three minutes. */
    public RunFacts await(String awaited, Predicate<RunFacts> reached) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        Optional<RunFacts> last = Optional.empty();
        while (System.nanoTime() < deadline) {
            boolean ended = end.isDone();
            last = RunFacts.read(evidence, config.source().run());
            if (last.filter(reached).isPresent()) {
                return last.get();
            }
            if (ended) {
                throw new AssertionError("the job ended while the test awaited " + awaited + ": " + end.get());
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
        throw new AssertionError("no " + awaited + " within " + LIMIT.toSeconds() + " s; last: " + last);
    }

    /** Where the run serves its metrics; it is configured to. */
    public URI metrics() {
        return metrics.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }

    /** Every chunk, as the evidence has it. */
    public List<ChunkRecord> chunks() {
        return evidence.chunks(config.source().run());
    }

    public RunFacts awaitState(RunState state) throws Exception {
        return await(state.text(), facts -> facts.state().compareTo(state) >= 0);
    }

    /** Waits until everything that the source has committed is applied, durably. */
    public RunFacts awaitCaughtUp() throws Exception {
        Position to = SideSql.end(config.source().connection());
        return await(
                "a durable stream position at " + to,
                facts -> facts.state() == RunState.STREAMING && covers(facts, to));
    }

    /** The same, whatever state the run is in. */
    public RunFacts awaitApplied() throws Exception {
        Position to = SideSql.end(config.source().connection());
        return await("a durable stream position at " + to, facts -> covers(facts, to));
    }

    private static boolean covers(RunFacts facts, Position to) {
        return facts.run()
                .streamPosition()
                .filter(position -> position.covers(to))
                .isPresent();
    }

    /** Waits until the run has halted, and for the job's end. */
    public RunFacts awaitHalt() throws Exception {
        RunFacts halted = await("a halt", facts -> facts.run().failureCode().isPresent());
        RunEnd unused = end.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        return halted;
    }

    /** Stops the job cleanly. */
    public RunEnd stop() throws Exception {
        runner.stop();
        return end.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        runner.stop();
        thread.shutdown();
        try {
            boolean unused = thread.awaitTermination(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        evidence.close();
        runnersEvidence.close();
    }

    private static void migrate(JobConfig config) {
        SchemaMigrations.migrateEvidence(config.source().evidence());
        SchemaMigrations.migrateTarget(config.sink().connection());
    }

    /** Nobody looks at progress in a test. */
    private record Silent(CompletableFuture<URI> metrics) implements LocalRunner.Listener {
        @Override
        public void serving(URI address) {
            metrics.complete(address);
        }

        @Override
        public void starting(Optional<Path> checkpoint) {}

        @Override
        public void reading(RunFacts facts, Optional<LogReading> source) {}
    }
}
