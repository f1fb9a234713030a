package io.trellara.handoff.job.local;

import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.job.HandoffJob;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.job.progress.RunFacts;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the job on a cluster in this process until its goal, its end or a stop, and reads its evidence meanwhile. One
 * thread, but {@link #stop} may come from any.
 */
public final class LocalRunner {
    private static final Logger LOG = LoggerFactory.getLogger(LocalRunner.class);
    private static final Duration TICK = Duration.ofMillis(500);

    private final JobConfig config;
    private final EvidenceReader evidence;
    private final CompletableFuture<Boolean> stopped = new CompletableFuture<>();

    /** @param evidence of the run; read by this runner's thread only */
    public LocalRunner(JobConfig config, EvidenceReader evidence) {
        this.config = config;
        this.evidence = evidence;
    }

    /** Takes readings as they come. */
    public interface Listener {
        /** The checkpoint that the job starts from; empty where it starts from the evidence alone. */
        void starting(Optional<Path> checkpoint);

        /** Where the metrics are served from now on. */
        default void serving(URI metrics) {}

        /** A reading, twice a second. */
        void reading(RunFacts facts, Optional<LogReading> source);
    }

    /** Asks for a clean end: the job is cancelled, its last checkpoint stays. Returns at once. */
    public void stop() {
        stopped.complete(true);
    }

    /**
     * Runs the job.
     *
     * @param goal when to end by itself
     * @param freshState whether Flink's state is left aside, and the evidence alone resumed from
     * @throws HandoffException where it cannot start
     */
    public RunEnd run(Goal goal, boolean freshState, Listener listener) throws Exception {
        Optional<Path> restore = freshState
                ? Optional.empty()
                : new CheckpointFolder(config.local().checkpointFolder()).newest();
        Configuration flink = LocalSettings.of(config.local(), restore);
        if (config.local().metrics().isEmpty()) {
            return run(flink, goal, restore, listener);
        }
        try (MetricsServer metrics = MetricsServer.open(config.local().metrics().get())) {
            LocalSettings.report(flink, metrics.name());
            listener.serving(metrics.address());
            return run(flink, goal, restore, listener);
        }
    }

    private RunEnd run(Configuration flink, Goal goal, Optional<Path> restore, Listener listener) throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(flink);
        HandoffJob.define(environment, config);
        listener.starting(restore);
        JobClient client = environment.executeAsync("handoff " + config.source().run());
        try (SourceProbe probe = new SourceProbe(config.source())) {
            return follow(new LocalJob(client), new GoalWatch(goal), probe, listener);
        }
    }

    private RunEnd follow(LocalJob job, GoalWatch goal, SourceProbe probe, Listener listener) throws Exception {
        while (true) {
            boolean ended = job.awaitEnd(TICK, stopped);
            Optional<RunFacts> facts = read();
            if (ended) {
                return new RunEnd(facts, RunEnd.How.JOB_ENDED, job.failure());
            }
            Optional<LogReading> source = facts.flatMap(reading -> probe.ask(reading.run()));
            facts.ifPresent(reading -> listener.reading(reading, source));
            boolean reached =
                    facts.filter(reading -> goal.reached(reading, source)).isPresent();
            if (reached || stopped.isDone()) {
                job.stop();
                return new RunEnd(read(), reached ? RunEnd.How.GOAL_REACHED : RunEnd.How.STOPPED, Optional.empty());
            }
        }
    }

    /** Empty, too, where the evidence store is away for a while: the job tries again, and so does the next reading. */
    private Optional<RunFacts> read() {
        try {
            return RunFacts.read(evidence, config.source().run());
        } catch (HandoffException failure) {
            if (!failure.mayPass()) {
                throw failure;
            }
            LOG.warn("no reading of the evidence: {}", failure.getMessage());
            return Optional.empty();
        }
    }
}
