package io.trellara.handoff.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL in mid-copy and while streaming, with Flink's state on the way back. */
final class DemoIT {
    @TempDir
    private Path folder;

    @Test
    void killedInMidCopyAndWhileStreaming_bothSidesAreEqual() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        DemoOptions options = new DemoOptions(30_000, 4, 50, 11, DemoSides.POSTGRESQL, folder, false);
        int status = new Demo(
                        options,
                        "io.trellara.handoff.job.cli.Handoff",
                        new PrintStream(printed, true, StandardCharsets.UTF_8))
                .play();
        String text = printed.toString(StandardCharsets.UTF_8);
        assertThat(status).as(text).isZero();
        assertThat(text)
                .contains("SIGKILL in mid-copy", "SIGKILL while streaming", "VERDICT: equal")
                .containsPattern("(?m)^  0 .* lost$")
                .containsPattern("streamed  [1-9][0-9,]* changes forwarded, [1-9][0-9,]* suppressed");
    }
}
