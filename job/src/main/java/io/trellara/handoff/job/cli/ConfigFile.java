package io.trellara.handoff.job.cli;

import io.trellara.handoff.job.JobConfig;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code --config FILE}, for every command that needs a run. */
final class ConfigFile {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            defaultValue = "handoff.yaml",
            description = "The run's YAML (default: handoff.yaml in this folder).")
    private Path file = Path.of("handoff.yaml");

    JobConfig read() {
        return JobConfig.readYaml(file);
    }

    Path file() {
        return file;
    }
}
