package io.trellara.handoff.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.model.Lsn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DemoWatchTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private final DemoScreen screen =
            new DemoScreen(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8), false);

    @TempDir
    private Path folder;

    @Test
    void returnsTheReadingThatIsAsAwaited() throws IOException {
        try (DemoJob job = start("stays.yaml")) {
            RunFacts facts = watch(RunState.STREAMING, LONG).await(job, "streaming", DemoFacts::streams);
            assertThat(DemoFacts.position(facts)).isEqualTo(new Lsn(99));
            assertThat(DemoFacts.copiedShare(facts)).isEqualTo(0.25);
        }
    }

    @Test
    void namesTheExitStatusAndTheLastLinesOfAJobThatEnded() throws IOException {
        try (DemoJob job = start("ends.yaml")) {
            assertThatThrownBy(() -> watch(RunState.COPYING_TABLE, LONG).await(job, "streaming", DemoFacts::streams))
                    .hasMessageContaining("DEMO_JOB_ENDED")
                    .hasMessageContaining("exit status 7 while the demo waited for streaming")
                    .hasMessageContaining("asked [run, --local, --config,");
        }
    }

    @Test
    void namesTheReasonOfAHaltWhileTheJobStillRuns() throws IOException {
        try (DemoJob job = start("stays.yaml")) {
            assertThatThrownBy(
                            () -> watch(RunState.FAILED_RECOVERABLE, LONG).await(job, "streaming", DemoFacts::streams))
                    .hasMessageContaining("HANDOFF-4002 SLOT_MISSING: the slot is gone");
        }
    }

    @Test
    void givesUpAtItsLimit() throws IOException {
        try (DemoJob job = start("stays.yaml")) {
            DemoWatch watch = watch(RunState.COPYING_TABLE, Duration.ofMillis(100));
            assertThatThrownBy(() -> watch.await(job, "streaming", DemoFacts::streams))
                    .hasMessageContaining("DEMO_TIMEOUT")
                    .hasMessageContaining("1 of 4 chunks copied");
        }
    }

    @Test
    void aKilledJobIsGoneWhenKillReturns() throws IOException {
        try (DemoJob job = start("stays.yaml")) {
            assertThat(job.isAlive()).isTrue();
            job.kill();
            assertThat(ProcessHandle.of(job.pid()).filter(ProcessHandle::isAlive))
                    .isEmpty();
        }
    }

    private DemoJob start(String config) throws IOException {
        return DemoJob.start(
                new DemoJvm(WaitingMain.class.getName(), folder.resolve("job.log")),
                folder.resolve(config),
                folder.resolve("job.out"));
    }

    private DemoWatch watch(RunState state, Duration limit) {
        return new DemoWatch(new FixedEvidence(state, Optional.of(new Lsn(99))), screen, limit);
    }
}
