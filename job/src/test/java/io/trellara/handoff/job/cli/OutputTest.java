package io.trellara.handoff.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class OutputTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void drawsProgressOverItselfOnATerminalAndClearsItBeforeALine() {
        Output output = new Output(stream, stream, 10);
        output.progress("a long line that would wrap");
        output.progress("short");
        output.line("done");
        assertThat(printed()).isEqualTo("\ra long li\rshort    \r     \rdone" + System.lineSeparator());
    }

    @Test
    void printsPlainLinesElsewhere() {
        Output output = new Output(stream, stream, 0);
        output.progress("a long line that would wrap");
        assertThat(printed()).isEqualTo("a long line that would wrap" + System.lineSeparator());
    }
}
