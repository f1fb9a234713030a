package io.trellara.handoff.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.DatabaseKind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SIGKILL in mid-copy and while streaming, with Flink's state on the way back, in every direction. */
final class DemoIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, POSTGRESQL, 30000",
        "MYSQL, POSTGRESQL, 20000",
        "MYSQL, MYSQL, 20000",
        "POSTGRESQL, MYSQL, 20000"
    })
    void killedInMidCopyAndWhileStreaming_bothSidesAreEqual(DatabaseKind source, DatabaseKind target, long rows)
            throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        DemoOptions options = new DemoOptions(rows, 4, 50, 11, new DemoSides(source, target), folder, false);
        int status = new Demo(
                        options,
                        "io.trellara.handoff.job.cli.Handoff",
                        new PrintStream(printed, true, StandardCharsets.UTF_8))
                .play();
        String text = printed.toString(StandardCharsets.UTF_8);
        assertThat(status).as(text).isZero();
        assertThat(text)
                .contains(
                        "SIGKILL in mid-copy",
                        "SIGKILL while streaming",
                        "of run demo/shop/1: verified",
                        "report.html",
                        "proof.zip",
                        "VERDICT: equal")
                .containsPattern("(?m)^  0 .* lost$")
                .containsPattern("streamed  [1-9][0-9,]* changes forwarded, [0-9,]+ suppressed")
                .as("what the copied views held was known to the gate")
                .containsPattern("[1-9][0-9,]* suppressed|[1-9][0-9,]* of the forwarded replayed");
    }
}
