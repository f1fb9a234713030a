package io.trellara.handoff.job.cli;

import io.trellara.handoff.evidence.ControlKind;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.job.JobConfig;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Holds the copy alone. */
@Command(
        name = "pause",
        mixinStandardHelpOptions = true,
        description =
                "Holds the copy: no further wave is opened, and where all is one wave no further chunk is begun. Chunks"
                        + " under way are finished, and the stream goes on.")
final class PauseCommand implements Callable<Integer> {
    @Mixin
    private final ConfigFile config = new ConfigFile();

    private final Output output;

    PauseCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        JobConfig job = config.read();
        try (EvidenceStore evidence = EvidenceDoor.open(job, "pause")) {
            RunRecord run = Requests.run(evidence, job);
            Requests.leave(evidence, ControlRequest.plain(run.run(), ControlKind.PAUSE, Requests.user()), output);
            return 0;
        }
    }
}
