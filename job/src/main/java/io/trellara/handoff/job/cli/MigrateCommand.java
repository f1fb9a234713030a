package io.trellara.handoff.job.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Creates or upgrades Trellara's tables. */
@Command(
        name = "migrate",
        mixinStandardHelpOptions = true,
        description =
                "Creates or upgrades the schema trellara; run --local does it by itself, a cluster's job never does.")
final class MigrateCommand implements Callable<Integer> {
    @Mixin
    private final ConfigFile config = new ConfigFile();

    private final Output output;

    MigrateCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        List<String> applied = EvidenceDoor.migrate(config.read());
        applied.forEach(script -> output.line("applied " + script));
        output.line(applied.isEmpty() ? "nothing to do" : "done");
        return 0;
    }
}
