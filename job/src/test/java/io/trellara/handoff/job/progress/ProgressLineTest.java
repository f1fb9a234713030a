package io.trellara.handoff.job.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.SourceLog;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class ProgressLineTest {
    private final Pace pace = new Pace();

    @Test
    void showsPaceAndWhatIsLeftWhileCopying() {
        pace.add(RunFixture.NOW, RunFixture.run(RunState.COPYING_TABLE).facts());
        RunFacts later = RunFixture.run(RunState.COPYING_TABLE).chunksCopied(4).facts();
        pace.add(RunFixture.NOW.plusSeconds(8), later);
        assertThat(ProgressLine.of(later, pace, Optional.empty(), RunFixture.NOW))
                .startsWith("copying_table  public.orders  chunks 4/10  400 rows  50 rows/s  ETA 12s  waits for ");
    }

    @Test
    void showsTheLagWhileStreaming() {
        RunFacts facts = RunFixture.run(RunState.STREAMING)
                .chunksCopied(10)
                .streamed(5_000)
                .facts();
        OptionalLong none = OptionalLong.empty();
        SourceLog log = new SourceLog(OptionalLong.of(2_048), none, none, none, none);
        Optional<LogReading> source = Optional.of(new LogReading(new Lsn(5_000 + 2_048), log));
        assertThat(ProgressLine.of(facts, pace, source, RunFixture.NOW))
                .startsWith("streaming  1,000 rows copied  lag 2.0 KB  waits for nothing");
    }

    @Test
    void forgetsThePaceOfLongAgo() {
        pace.add(RunFixture.NOW, RunFixture.run(RunState.COPYING_TABLE).facts());
        RunFacts halfway =
                RunFixture.run(RunState.COPYING_TABLE).chunksCopied(5).facts();
        for (int second = 1; second <= 120; second++) {
            pace.add(RunFixture.NOW.plus(Duration.ofSeconds(second)), halfway);
        }
        assertThat(pace.rowsPerSecond()).isZero();
        assertThat(pace.left(halfway)).isEmpty();
    }
}
