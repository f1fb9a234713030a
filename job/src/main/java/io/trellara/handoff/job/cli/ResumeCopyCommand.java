package io.trellara.handoff.job.cli;

import io.trellara.handoff.evidence.ControlKind;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.job.JobConfig;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ends a pause of the copy. */
@Command(
        name = "resume-copy",
        mixinStandardHelpOptions = true,
        description = "Ends a pause of the copy. (resume is for a run that has halted.)")
final class ResumeCopyCommand implements Callable<Integer> {
    @Mixin
    private final ConfigFile config = new ConfigFile();

    private final Output output;

    ResumeCopyCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        JobConfig job = config.read();
        try (EvidenceStore evidence = EvidenceDoor.open(job, "resume-copy")) {
            RunRecord run = Requests.run(evidence, job);
            Requests.leave(evidence, ControlRequest.plain(run.run(), ControlKind.RESUME_COPY, Requests.user()), output);
            return 0;
        }
    }
}
