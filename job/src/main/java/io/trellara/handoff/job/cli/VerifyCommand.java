package io.trellara.handoff.job.cli;

import io.trellara.handoff.Sources;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.VerificationOutcome;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.sink.JdbcTargetControl;
import io.trellara.handoff.verify.Verification;
import io.trellara.handoff.verify.VerifyDoors;
import io.trellara.handoff.verify.VerifyOptions;
import io.trellara.handoff.verify.VerifyPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    private static final int SHOWN_KEYS = 20;

    @Mixin
    private final ConfigFile config = new ConfigFile();

    @Option(names = "--rounds", defaultValue = "10", description = "Rounds at most (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--parallelism",
            defaultValue = "2",
            description = "Sessions that read, on each side (default: ${DEFAULT-VALUE}).")
    private int parallelism;

    @Option(
            names = "--max-rows-per-second",
            paramLabel = "ROWS",
            defaultValue = "0",
            description = "Rows read at most, of both sides together; 0 for no limit (default: ${DEFAULT-VALUE}).")
    private long maxRowsPerSecond;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "The target must reach a round's view within this (default: ${DEFAULT-VALUE}).")
    private int waitSeconds;

    @Option(
            names = "--relation",
            paramLabel = "SCHEMA.TABLE",
            description = "Only this relation; may be repeated. The run is not called verified then.")
    private List<String> relations = new ArrayList<>();

    @Option(
            names = "--show-keys",
            description = "Show keys of rows that differ, up to " + SHOWN_KEYS
                    + " of them. They are values of your rows, and go to this screen only.")
    private boolean showKeys;

    @Option(names = "--json", description = "One JSON document.")
    private boolean json;

    private final Output output;

    VerifyCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        VerifyOptions options = options();
        JobConfig job = config.read();
        try (EvidenceStore evidence = EvidenceDoor.open(job, "verify");
                JdbcTargetControl target = new JdbcTargetControl(job.sink())) {
            evidence.requireSchema();
            RunRecord run = EvidenceDoor.require(evidence, job.source().run());
            VerifyPlan plan = VerifyPlan.read(
                    evidence,
                    run,
                    relations.stream().map(Relation::parse).toList(),
                    job.source().copy().replaceExisting());
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

    private VerifyOptions options() {
        require("--rounds", rounds, 1, 1_000);
        require("--parallelism", parallelism, 1, 64);
        require("--wait", waitSeconds, 1, 86_400);
        require("--max-rows-per-second", maxRowsPerSecond, 0, Integer.MAX_VALUE);
        return new VerifyOptions(
                rounds, parallelism, maxRowsPerSecond, Duration.ofSeconds(waitSeconds), showKeys ? SHOWN_KEYS : 0);
    }

    private static void require(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    option,
                    String.valueOf(value),
                    "a number from " + least + " to " + most,
                    "see handoff verify --help"));
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
