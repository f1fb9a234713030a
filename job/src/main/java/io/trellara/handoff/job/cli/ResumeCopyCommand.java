package io.trellara.handoff.job.cli;

import io.trellara.handoff.evidence.ControlKind;
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
        return Requests.leavePlain(config.read(), ControlKind.RESUME_COPY, "resume-copy", output);
    }
}
