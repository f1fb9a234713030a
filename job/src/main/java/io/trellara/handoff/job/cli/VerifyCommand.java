package io.trellara.handoff.job.cli;

import io.trellara.handoff.Sources;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.VerificationOutcome;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.job.VerifyChoice;
import io.trellara.handoff.sink.JdbcTargetControl;
import io.trellara.handoff.verify.Verification;
import io.trellara.handoff.verify.VerifyDoors;
import io.trellara.handoff.verify.VerifyOptions;
import io.trellara.handoff.verify.VerifyPlan;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares a live target with its source at exact positions. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Compares every row of the target with the source, at exact positions, while both are written to and the"
                    + " job goes on. Rows that change meanwhile are looked at again in the next round; a row that differs"
                    + " though nobody changed it is proven divergence. The outcome is evidence.",
            "Exit status: 0 verified, 4 diverged, 5 inconclusive or failed for a reason that may pass."
        })
final class VerifyCommand implements Callable<Integer> {
    @Mixin
    private final ConfigFile config = new ConfigFile();

    @Mixin
    private final VerifyChoice choice = new VerifyChoice();

    @Option(
            names = "--parallelism",
            defaultValue = "2",
            description = "Sessions that read, on each side (default: ${DEFAULT-VALUE}).")
    private int parallelism;

    @Option(names = "--json", description = "One JSON document.")
    private boolean json;

    private final Output output;

    VerifyCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        VerifyChoice.require("--parallelism", parallelism, 1, 64);
        VerifyOptions options = choice.options(parallelism);
        JobConfig job = config.read();
        try (EvidenceStore evidence = EvidenceDoor.open(job, "verify");
                JdbcTargetControl target = new JdbcTargetControl(job.sink())) {
            evidence.requireSchema();
            RunRecord run = EvidenceDoor.require(evidence, job.source().run());
            VerifyPlan plan = VerifyPlan.read(
                    evidence, run, choice.relations(), job.source().copy().replaceExisting());
            VerifyDoors doors = new VerifyDoors(
                    Sources.of(job.source()),
                    job.source().connection().kind(),
                    job.sink().connection(),
                    target,
                    evidence,
                    System::nanoTime);
            Verification.Conclusion concluded =
                    new Verification(doors, plan, options).verify(Requests.user(), new VerifyScreen(output, json));
            show(plan, concluded);
            return exitStatus(concluded.outcome());
        }
    }

    private void show(VerifyPlan plan, Verification.Conclusion concluded) {
        if (json) {
            output.line(VerifyPage.json(plan.run(), concluded));
        } else {
            VerifyPage.text(plan.run(), concluded).forEach(output::line);
        }
    }

    private static int exitStatus(VerificationOutcome outcome) {
        return switch (outcome.verdict()) {
            case VERIFIED -> 0;
            case DIVERGED -> ErrorCode.DIVERGENCE_PROVEN.kind().exitCode();
            default -> ErrorCode.VERIFY_INCONCLUSIVE.kind().exitCode();
        };
    }
}
