package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.job.JobOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a commented YAML to start from. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description = "Writes a commented YAML with every key, its default and its meaning.")
final class InitCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            defaultValue = "handoff.yaml",
            description = "Default: handoff.yaml.")
    private Path file = Path.of("handoff.yaml");

    @Option(names = "--force", description = "Overwrite the file if it exists.")
    private boolean force;

    private final Output output;

    InitCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws IOException {
        if (Files.exists(file) && !force) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    file.toString(),
                    "a file that exists",
                    "a new file",
                    "name another file, or overwrite it with --force"));
        }
        Files.writeString(file, Template.of(JobOptions.bySection()));
        output.line("wrote " + file);
        output.line("Fill in source and target, then: ./handoff preflight -c " + file + " and ./handoff run --local -c "
                + file);
        return 0;
    }
}
