package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.model.RunKey;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what a run is doing, from its evidence alone. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description =
                "Says what a run is doing and what it waits for, from the evidence alone. The exit status is 0, or"
                        + " that of the run's failure.")
final class StatusCommand implements Callable<Integer> {
    @Mixin
    private final ConfigFile config = new ConfigFile();

    @Option(names = "--json", description = "One JSON document.")
    private boolean json;

    private final Output output;
    private final Clock clock;

    StatusCommand(Output output, Clock clock) {
        this.output = output;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        JobConfig job = config.read();
        RunKey run = job.source().run();
        try (EvidenceStore evidence = EvidenceDoor.open(job, "status")) {
            evidence.requireSchema();
            RunFacts facts = RunFacts.read(evidence, run).orElseThrow(() -> EvidenceDoor.missing(run));
            Instant now = clock.instant();
            if (json) {
                output.line(StatusJson.of(facts, now));
            } else {
                StatusPage.of(facts, now).forEach(output::line);
            }
            return exitCode(facts);
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
