package io.trellara.handoff.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.harness.EvidenceLaw;
import io.trellara.handoff.harness.FaultPoint;
import io.trellara.handoff.harness.HeldWrite;
import io.trellara.handoff.harness.JobProcess;
import io.trellara.handoff.harness.Matrix;
import io.trellara.handoff.harness.Rig;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.Side;
import io.trellara.handoff.harness.TcpProxy;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.local.PostgresVersion;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The network between the job and each of its databases breaks, once in mid-copy and once while streaming, under
 * writers; the run goes on by itself when it is there again. In the normal suite time-outs are lowered, so that a stall
 * of seconds is as long as one of minutes.
 */
final class NetworkIT {
    private static final WorkloadPlan PLAN = new WorkloadPlan(
            List.of(WorkloadTable.bigint("numbers"), WorkloadTable.text("words")),
            6_000,
            2,
            Duration.ofMillis(5),
            Duration.ofMillis(60),
            41);
    private static final String SHORT_PATIENCE = "socketTimeout=2";
    private static final Duration STALL = Matrix.duration(Duration.ofSeconds(4), Duration.ofMinutes(2));
    private static final Duration ABSENCE = Matrix.duration(Duration.ofSeconds(3), Duration.ofMinutes(1));

    private static TestServer source;
    private static TestServer target;
    private static TestServer evidence;

    @TempDir
    private Path folder;

    /** What happens to a line. */
    enum Trouble {
        STALLED,
        CUT,
        AWAY
    }

    @BeforeAll
    static void startServers() {
        source = Servers.source(PostgresVersion.V17);
        target = Servers.target(PostgresVersion.V17);
        evidence = Servers.start("evidence", PostgresVersion.V17, Map.of());
    }

    @AfterAll
    static void stopServers() throws SQLException {
        source.close();
        target.close();
        evidence.close();
    }

    @ParameterizedTest(name = "line to the {0} {1}")
    @CsvSource({"EVIDENCE, AWAY", "SOURCE, CUT", "SOURCE, STALLED", "TARGET, STALLED", "TARGET, CUT"})
    void outlivesTroubleInCopyAndInStream(Side side, Trouble trouble) throws Exception {
        try (Rig rig = Rig.create(
                        Map.of(Side.SOURCE, source, Side.TARGET, target, Side.EVIDENCE, evidence), folder, PLAN);
                TcpProxy line = rig.proxy(side, Matrix.isLong() ? new String[0] : new String[] {SHORT_PATIENCE});
                Workload writers = rig.write()) {
            try (HeldWrite held = HeldWrite.at(rig.evidenceStore(), FaultPoint.MID_COPY);
                    JobProcess job = rig.start()) {
                held.awaitHeld(job);
                begin(trouble, line);
                held.release();
                end(trouble, line, job);
                rig.await(job, "stream", Rig::streams);
                long forwarded = rig.facts().orElseThrow().run().changes().forwarded();
                begin(trouble, line);
                end(trouble, line, job);
                rig.await(job, "changes", facts -> facts.run().changes().forwarded() > forwarded + 50);
                assertThat(writers.running()).isTrue();
                writers.stop();
                rig.awaitCaughtUp(job);
                job.stop();
            }
            requireSeam(rig);
        }
    }

    private static void begin(Trouble trouble, TcpProxy line) {
        switch (trouble) {
            case STALLED -> line.stall();
            case CUT -> assertThat(line.cut()).isPositive();
            case AWAY -> assertThat(line.away()).isPositive();
        }
    }

    /** A stall in which nothing was held back, or an absence that nobody noticed, is none. */
    private static void end(Trouble trouble, TcpProxy line, JobProcess job) throws InterruptedException {
        switch (trouble) {
            case STALLED -> {
                Matrix.pass(STALL, job);
                assertThat(line.held()).as("directions held back").isPositive();
            }
            case AWAY -> {
                Matrix.pass(ABSENCE, job);
                assertThat(line.refused()).as("connections refused").isPositive();
            }
            case CUT -> {}
        }
        line.flow();
    }

    private static void requireSeam(Rig rig) throws SQLException {
        RunFacts end = rig.facts().orElseThrow();
        assertThat(end.state()).isEqualTo(RunState.STREAMING);
        assertThat(rig.evidence().transitions(rig.run()))
                .extracting(Transition::to)
                .doesNotContain(RunState.FAILED_RECOVERABLE);
        rig.requireEqual();
        new EvidenceLaw(rig).require();
        rig.requireNothingTold();
    }
}
