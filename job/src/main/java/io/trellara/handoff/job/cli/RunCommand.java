package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.job.local.Goal;
import io.trellara.handoff.job.local.LocalRunner;
import io.trellara.handoff.job.local.LocalVerdict;
import io.trellara.handoff.job.local.RunEnd;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs, or resumes, the job in this process. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Runs the job, or resumes it, on a cluster in this process until Ctrl-C or --until.")
final class RunCommand implements Callable<Integer> {
    private static final long STOP_SECONDS = 45;

    @Mixin
    private final ConfigFile config = new ConfigFile();

    @Option(names = "--local", description = "In this process; for a cluster, give the job jar to flink run.")
    private boolean local;

    @Option(
            names = "--until",
            paramLabel = "GOAL",
            converter = GoalWord.class,
            completionCandidates = GoalWord.class,
            description = "End by itself at: ${COMPLETION-CANDIDATES}. caught-up is what the source had committed when"
                    + " the stream became durable.")
    private Goal goal = Goal.NONE;

    @Option(names = "--fresh-state", description = "Leave Flink's checkpoints aside; resume from the evidence alone.")
    private boolean freshState;

    private final Output output;

    RunCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        if (!local) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    "run",
                    "no --local",
                    "--local",
                    "add it, or give job/target/handoff-cluster.jar to a cluster: flink run … --config "
                            + config.file()));
        }
        JobConfig job = config.read();
        EvidenceDoor.migrate(job).forEach(script -> output.note("evidence: applied " + script));
        try (EvidenceStore evidence = EvidenceDoor.open(job, "progress")) {
            refuseHalted(evidence, job);
            return follow(new LocalRunner(job, evidence), job);
        }
    }

    private int follow(LocalRunner runner, JobConfig job) throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        Thread hook = new Thread(() -> stop(runner, over), "stop");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            RunEnd end = runner.run(goal, freshState, new RunScreen(output, Clock.systemUTC()));
            return report(end, job);
        } finally {
            over.countDown();
        }
    }

    /** Runs in the shutdown hook: the process must not end before the main thread has said its last word. */
    private static void stop(LocalRunner runner, CountDownLatch over) {
        runner.stop();
        try {
            boolean unused = over.await(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private int report(RunEnd end, JobConfig job) {
        Optional<HandoffException> failure = LocalVerdict.of(end);
        if (failure.isPresent()) {
            LoggerFactory.getLogger(RunCommand.class)
                    .error("run {} ended: {}", job.source().run(), Trace.of(failure.get()));
            throw failure.get();
        }
        String state = end.facts().map(facts -> facts.state().text()).orElse("not started");
        output.line("run " + job.source().run() + ": " + state + "; stopped cleanly");
        output.line("resume: ./handoff run --local -c " + config.file());
        output.line("look:   ./handoff status -c " + config.file());
        return 0;
    }

    private static void refuseHalted(EvidenceStore evidence, JobConfig job) {
        evidence.run(job.source().run()).filter(RunRecord::halted).ifPresent(run -> {
            throw new HandoffException(new Finding(
                    ErrorCode.RUN_HALTED,
                    "run " + run.run(),
                    "a halt: " + run.failureReason().orElse("no reason recorded"),
                    "an operator's word",
                    "mend the cause, then ./handoff resume, then run again"));
        });
    }
}
