package io.trellara.handoff.job.cli;

import io.trellara.handoff.evidence.ControlKind;
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
        return Requests.leavePlain(config.read(), ControlKind.PAUSE, "pause", output);
    }
}
