package io.trellara.handoff.job.cli;

import io.trellara.handoff.Sources;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.preflight.Preflight;
import io.trellara.handoff.sink.JdbcTargetControl;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Everything that stands against a run, at once and read-only. */
@Command(
        name = "preflight",
        mixinStandardHelpOptions = true,
        description =
                "Checks source, target and evidence store, read-only: every problem at once, each with its remedy.")
final class PreflightCommand implements Callable<Integer> {
    @Mixin
    private final ConfigFile config = new ConfigFile();

    @Option(names = "--json", description = "One JSON document.")
    private boolean json;

    private final Output output;

    PreflightCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        JobConfig job = config.read();
        PreflightFindings findings = check(job);
        if (json) {
            output.line(PreflightPage.json(job.source().run(), findings));
        } else {
            PreflightPage.text(job.source().run(), findings).forEach(output::line);
        }
        return findings.refusals().stream()
                .findFirst()
                .map(finding -> finding.code().kind().exitCode())
                .orElse(0);
    }

    private static PreflightFindings check(JobConfig job) {
        try (EvidenceStore evidence = EvidenceDoor.open(job, "preflight");
                JdbcTargetControl target = new JdbcTargetControl(job.sink())) {
            List<Finding> findings = new Preflight(job.source(), Sources.of(job.source()), evidence, target::check)
                    .check()
                    .findings();
            return PreflightFindings.of(findings, PreflightCommand::madeByRun);
        }
    }

    /** Before the first run there are no evidence tables; run --local and migrate make them. */
    private static boolean madeByRun(Finding finding) {
        return finding.code() == ErrorCode.EVIDENCE_SCHEMA_MISSING;
    }
}
