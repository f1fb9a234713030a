package io.trellara.handoff.job;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.job.cli.Handoff;
import io.trellara.handoff.job.cli.Output;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Commands of the command line in this process, with what they print. */
public final class CommandLineRun {
    private final ByteArrayOutputStream results = new ByteArrayOutputStream();
    private final ByteArrayOutputStream notes = new ByteArrayOutputStream();

    public int handoff(String... arguments) {
        results.reset();
        notes.reset();
        Output output = new Output(print(results), print(notes), 0);
        return Handoff.commandLine(output, "the.log").execute(arguments);
    }

    public String results() {
        return results.toString(StandardCharsets.UTF_8);
    }

    public String notes() {
        return notes.toString(StandardCharsets.UTF_8);
    }

    /** Results and notes, for messages of failed assertions. */
    public String all() {
        return results() + notes();
    }

    /** Writes a configuration for these databases, with short intervals; {@code relations} as YAML. */
    public static Path yaml(Path folder, String relations, ConnectionConfig source, ConnectionConfig target)
            throws IOException {
        Files.writeString(folder.resolve("source.password"), source.password());
        Files.writeString(folder.resolve("target.password"), target.password());
        return Files.writeString(folder.resolve("handoff.yaml"), """
                run: {source: shop, dataset: orders}
                source:
                  url: %s
                  username: %s
                  password: ${file:source.password}
                  relations: [%s]
                target:
                  url: %s
                  username: %s
                  password: ${file:target.password}
                copy: {chunk-rows: 1000}
                stream: {mark-interval: 100ms, lanes: 16}
                local: {parallelism: 2, checkpoint-interval: 200ms, checkpoint-dir: checkpoints}
                """.formatted(
                        source.url(), source.username(), relations, target.url(), target.username()));
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
