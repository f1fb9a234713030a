package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.job.progress.RunOutlook;
import io.trellara.handoff.model.RunKey;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what a run is doing, from its evidence alone. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description =
                "Says what a run is doing, what it waits for, how long what is left will take and what can be done next,"
                        + " from the evidence alone; other runs of the same dataset are listed, newest first. The exit"
                        + " status is 0, or that of the run's failure.")
final class StatusCommand implements Callable<Integer> {
    private static final long PERIOD_SECONDS = 2;

    /** Clears a terminal, and goes to its first line. */
    private static final String CLEAR = "\033[2J\033[H";

    @Mixin
    private final ConfigFile config = new ConfigFile();

    @Option(names = "--json", description = "One JSON document.")
    private boolean json;

    @Option(names = "--watch", description = "Say it again every two seconds, until Ctrl-C or a halt.")
    private boolean watch;

    private final Output output;
    private final Clock clock;

    StatusCommand(Output output, Clock clock) {
        this.output = output;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        JobConfig job = config.read();
        try (EvidenceStore evidence = EvidenceDoor.open(job, "status")) {
            evidence.requireSchema();
            RunFacts facts = show(evidence, job.source().run());
            while (watch && !facts.run().halted() && pause()) {
                facts = show(evidence, job.source().run());
            }
            return exitCode(facts);
        }
    }

    private RunFacts show(EvidenceStore evidence, RunKey run) {
        RunFacts facts = RunFacts.read(evidence, run).orElseThrow(() -> EvidenceDoor.missing(run));
        List<RunRecord> runs = evidence.runs(run.sourceId(), run.datasetId());
        Optional<RunOutlook> outlook = RunOutlook.of(facts, evidence.samples(run));
        Instant now = clock.instant();
        if (json) {
            output.line(StatusJson.of(new StatusJson.Flow(facts, outlook, runs), now));
            return facts;
        }
        if (watch && output.terminal()) {
            output.line(CLEAR);
        }
        if (runs.size() > 1) {
            StatusPage.runs(runs, now).forEach(output::line);
            output.line("");
        }
        StatusPage.of(facts, now).forEach(output::line);
        outlook.map(seen -> OutlookLines.of(seen, now))
                .filter(lines -> !lines.isEmpty())
                .ifPresent(lines -> {
                    output.line("");
                    lines.forEach(output::line);
                });
        output.line("");
        OutlookLines.next(facts).forEach(command -> output.line("next       " + command));
        return facts;
    }

    /** Ctrl-C ends the process, and the watch with it. */
    private static boolean pause() {
        try {
            return !new CountDownLatch(1).await(PERIOD_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static int exitCode(RunFacts facts) {
        if (facts.state() != RunState.FAILED_RECOVERABLE) {
            return 0;
        }
        return facts.run()
                .failureCode()
                .flatMap(ErrorCode::find)
                .orElse(ErrorCode.RUN_HALTED)
                .kind()
                .exitCode();
    }
}
