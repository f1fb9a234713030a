package io.trellara.handoff.job.cli;

import io.trellara.handoff.Sources;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.proof.CheckItem;
import io.trellara.handoff.proof.RunCheck;
import io.trellara.handoff.sink.JdbcTargetControl;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks a run that is under way. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Checks the run's evidence by the rules of a proof, and source, target and Flink beside it;"
                + " changes nothing. The exit status is 0 where all is verified, 4 where anything is at risk, else 3"
                + " where evidence is missing.")
final class CheckCommand implements Callable<Integer> {
    @Mixin
    private final ConfigFile config = new ConfigFile();

    @Option(
            names = "--flink",
            paramLabel = "URL",
            description = "REST address of the job's Flink cluster, http://HOST:8081; checks the job too.")
    private @Nullable URI flink;

    @Option(names = "--json", description = "One JSON document.")
    private boolean json;

    private final Output output;
    private final Clock clock;

    CheckCommand(Output output, Clock clock) {
        this.output = output;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        JobConfig job = config.read();
        RunKey run = job.source().run();
        List<CheckItem> items = new ArrayList<>();
        try (JdbcEvidenceStore evidence = EvidenceDoor.open(job, "check");
                JdbcTargetControl target = new JdbcTargetControl(job.sink())) {
            evidence.requireSchema();
            RunRecord row = EvidenceDoor.require(evidence, run);
            RunCheck check = new RunCheck(job.source(), Sources.of(job.source()), target);
            items.addAll(RunCheck.evidence(evidence.rows(run)));
            items.addAll(check.source(evidence, row));
            items.addAll(check.target(row));
            items.addAll(check.flink(Optional.ofNullable(flink), clock.instant()));
        }
        if (json) {
            output.line(ProofPage.checksJson(run.toString(), items));
        } else {
            ProofPage.checks(run.toString(), items).forEach(output::line);
        }
        return exitCode(items);
    }

    private static int exitCode(List<CheckItem> items) {
        if (items.stream().anyMatch(item -> item.status() == CheckItem.Status.AT_RISK)) {
            return 4;
        }
        return items.stream().anyMatch(item -> item.status() == CheckItem.Status.MISSING_EVIDENCE) ? 3 : 0;
    }
}
