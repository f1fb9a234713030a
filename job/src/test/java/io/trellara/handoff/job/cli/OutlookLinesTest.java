package io.trellara.handoff.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.progress.RunFixture;
import io.trellara.handoff.job.progress.RunOutlook;
import io.trellara.handoff.model.SourceLog;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class OutlookLinesTest {
    @Test
    void saysTimeToFinishBesideTimeToExhaustion() {
        RunOutlook outlook = new RunOutlook(
                RunFixture.NOW,
                12_000,
                Optional.of(Duration.ofMinutes(4)),
                new SourceLog(
                        OptionalLong.of(2048),
                        OptionalLong.of(500),
                        OptionalLong.of(1 << 20),
                        OptionalLong.of(10L << 30),
                        OptionalLong.empty()),
                Optional.of(Duration.ofHours(3)));
        assertThat(OutlookLines.of(outlook, RunFixture.NOW.plusSeconds(2)))
                .containsExactly(
                        "pace       12,000 rows/s; all chunks are copied in about 4m 0s",
                        "lag        2.0 KB, 500ms behind what is durable here, 2s ago",
                        "log kept   1.0 MB at the source, of 10.0 GB; exhausted in about 3h 0m");
    }

    @Test
    void whatTheSourceDoesNotTellIsLeftOut() {
        RunOutlook outlook = new RunOutlook(RunFixture.NOW, 0, Optional.empty(), SourceLog.UNKNOWN, Optional.empty());
        assertThat(OutlookLines.of(outlook, RunFixture.NOW)).isEmpty();
    }

    @Test
    void namesTheCommandsThatAreOfUseNow() {
        assertThat(OutlookLines.next(RunFixture.run(RunState.STREAMING).facts()))
                .contains("./handoff verify");
        assertThat(OutlookLines.next(RunFixture.run(RunState.COPYING_TABLE).facts()))
                .contains("./handoff status --watch");
    }
}
