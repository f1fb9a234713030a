package io.trellara.handoff.job.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.ControlKind;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RunKey;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class WaitingTest {
    private static String of(RunFixture run) {
        return Waiting.of(run.facts(), RunFixture.NOW);
    }

    @ParameterizedTest
    @EnumSource(RunState.class)
    void namesSomethingInEveryState(RunState state) {
        assertThat(of(RunFixture.run(state))).isNotBlank();
    }

    @Test
    void tellsAMissingViewFromMissingChunks() {
        assertThat(of(RunFixture.run(RunState.COPYING_TABLE).chunksCopied(4))).isEqualTo("a new wave for 6 chunks");
        assertThat(of(RunFixture.run(RunState.COPYING_TABLE).openWave(2, Optional.empty())))
                .startsWith("the view of wave 2");
        assertThat(of(RunFixture.run(RunState.COPYING_TABLE).chunksCopied(4).openWave(2, Optional.of(new Lsn(120)))))
                .startsWith("6 of 10 chunks");
        assertThat(of(RunFixture.run(RunState.COPYING_TABLE).chunksCopied(10)))
                .isEqualTo("the end of the copy to be recorded");
    }

    @Test
    void namesAPauseAndWhatIsCopiedAgain() {
        RunKey key = new RunKey("shop", "orders", "1");
        ControlRequest pause = ControlRequest.plain(key, ControlKind.PAUSE, "ann");
        assertThat(of(RunFixture.run(RunState.COPYING_TABLE).chunksCopied(4).asked(ControlState.DONE, pause)))
                .contains("./handoff resume-copy");
        RunFixture again = RunFixture.run(RunState.STREAMING).chunksCopied(4).copiesAgain();
        assertThat(of(again)).isEqualTo("6 of 10 chunks of 1.recopy-7 to be copied again");
        assertThat(of(again.asked(ControlState.DONE, pause))).endsWith("./handoff resume-copy ends that");
    }

    @Test
    void asksWhetherASilentRunIsRunning() {
        RunFixture run = RunFixture.run(RunState.STREAMING).updatedAt(RunFixture.NOW.minus(Duration.ofHours(2)));
        assertThat(of(run)).contains("2h 0m").endsWith("is the job running?");
    }

    @Test
    void sendsAHaltedRunToAnOperatorHoweverOldItIs() {
        RunFixture run =
                RunFixture.run(RunState.FAILED_RECOVERABLE).updatedAt(RunFixture.NOW.minus(Duration.ofDays(9)));
        assertThat(of(run)).contains("./handoff resume").doesNotContain("running?");
    }
}
