package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.job.JobOptions;
import io.trellara.handoff.metrics.FlinkMetrics;
import io.trellara.handoff.metrics.HandoffMetrics;
import io.trellara.handoff.sink.types.FormReference;
import io.trellara.handoff.sink.types.TypeReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes the reference pages out of the code; for developers. */
@Command(name = "reference", hidden = true, description = "Writes the reference pages into a folder.")
final class ReferenceCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FOLDER")
    private Path folder = Path.of(".");

    private final Output output;

    ReferenceCommand(Output output) {
        this.output = output;
    }

    /** The pages by file name. */
    static Map<String, String> pages() {
        return Map.of(
                "options.md", ReferencePage.options(JobOptions.bySection()),
                "errors.md", ReferencePage.errors(List.of(ErrorCode.values())),
                "commands.md", ReferencePage.commands(Handoff.commandLine(Output.ofProcess(), "")),
                "metrics.md", ReferencePage.metrics(List.of(HandoffMetrics.values()), List.of(FlinkMetrics.values())),
                "types.md", ReferencePage.types(TypeReference.pairs()),
                "verify-forms.md", FormPage.of(FormReference.rows()));
    }

    @Override
    public Integer call() throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, String> page : pages().entrySet()) {
            Files.writeString(folder.resolve(page.getKey()), page.getValue());
            output.line("wrote " + folder.resolve(page.getKey()));
        }
        return 0;
    }
}
