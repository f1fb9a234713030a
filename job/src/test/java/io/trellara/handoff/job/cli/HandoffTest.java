package io.trellara.handoff.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.job.JobConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HandoffTest {
    private final ByteArrayOutputStream results = new ByteArrayOutputStream();
    private final ByteArrayOutputStream notes = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private int run(String... arguments) {
        Output output = new Output(
                new PrintStream(results, true, StandardCharsets.UTF_8),
                new PrintStream(notes, true, StandardCharsets.UTF_8),
                0);
        return Handoff.commandLine(output, "the.log").execute(arguments);
    }

    private String results() {
        return results.toString(StandardCharsets.UTF_8);
    }

    private String notes() {
        return notes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void explainsACodeByNumberLabelAndName() {
        assertThat(run("explain", "4003")).isZero();
        assertThat(run("explain", "handoff-4003")).isZero();
        assertThat(run("explain", "HANDOFF-4003", "SLOT_AHEAD")).isZero();
        assertThat(results().split("HANDOFF-4003 SLOT_AHEAD", -1)).hasSize(4);
    }

    @Test
    void refusesAnUnknownCodeWithTheNearestAndStatus2() {
        assertThat(run("explain", "SLOT_AHED")).isEqualTo(2);
        assertThat(notes()).contains("SLOT_AHEAD").doesNotContain("\tat ");
    }

    @Test
    void answersWrongUsageWithStatus2() {
        assertThat(run("frobnicate")).isEqualTo(2);
        assertThat(run()).isEqualTo(2);
        assertThat(notes()).contains("Usage: handoff");
    }

    @Test
    void writesATemplateThatIsAConfiguration() throws IOException {
        Path file = folder.resolve("handoff.yaml");
        assertThat(run("init", file.toString())).isZero();
        Files.writeString(
                file,
                Files.readString(file).replace("${env:SOURCE_PASSWORD}", "a").replace("${env:TARGET_PASSWORD}", "b"));
        JobConfig config = JobConfig.readYaml(file);
        assertThat(config.source().relations()).hasSize(2);
        assertThat(config.source().copy().chunkRows()).isEqualTo(500_000);
    }

    @Test
    void neverOverwritesAConfigurationUnasked() throws IOException {
        Path file = Files.writeString(folder.resolve("handoff.yaml"), "mine");
        assertThat(run("init", file.toString())).isEqualTo(2);
        assertThat(Files.readString(file)).isEqualTo("mine");
        assertThat(run("init", "--force", file.toString())).isZero();
        assertThat(Files.readString(file)).contains("relations:");
    }

    @Test
    void keepsTheReferenceAsTheCodeSaysIt() throws IOException {
        for (var page : ReferenceCommand.pages().entrySet()) {
            assertThat(Files.readString(Path.of("..", "docs", "reference", page.getKey())))
                    .as("./dev docs writes docs/reference/%s anew", page.getKey())
                    .isEqualTo(page.getValue());
        }
    }
}
