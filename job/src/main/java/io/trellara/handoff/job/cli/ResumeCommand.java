package io.trellara.handoff.job.cli;

import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.RunWriter;
import io.trellara.handoff.job.JobConfig;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The operator's word after a halt. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        description =
                "After a halt whose cause was mended: puts the run back where its evidence ends. Then run it again.")
final class ResumeCommand implements Callable<Integer> {
    @Mixin
    private final ConfigFile config = new ConfigFile();

    private final Output output;

    ResumeCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        JobConfig job = config.read();
        EvidenceDoor.migrate(job).forEach(script -> output.note("evidence: applied " + script));
        try (EvidenceStore evidence = EvidenceDoor.open(job, "resume")) {
            RunRecord run = EvidenceDoor.require(evidence, job.source().run());
            if (run.state() != RunState.FAILED_RECOVERABLE) {
                output.line("run " + run.run() + " has not halted; it is "
                        + run.state().text() + ". Nothing was changed.");
            } else {
                RunWriter writer = evidence.open(run.run(), run.schedule(), SourceKind.POSTGRESQL);
                writer.resume();
                output.line(
                        "run " + run.run() + " is " + writer.current().state().text());
            }
            output.line("next: ./handoff run --local -c " + config.file() + ", or start the job on its cluster");
            return 0;
        }
    }
}
