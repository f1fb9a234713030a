package io.trellara.handoff.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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
            Matrix.duration(Duration.ofMillis(5), Duration.ofMillis(50)),
            Matrix.duration(Duration.ofMillis(60), Duration.ofMillis(600)),
            41);
    private static final String SHORT_PATIENCE = "socketTimeout=2";
    private static final Duration STALL = Matrix.duration(Duration.ofSeconds(3), Duration.ofMinutes(2));
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

    /** Each line in both ways; in the long matrix each way by itself, at both moments. */
    static Stream<Arguments> troubles() {
        return Matrix.isLong()
                ? Stream.of(
                        arguments(Side.SOURCE, Trouble.STALLED, Trouble.STALLED),
                        arguments(Side.SOURCE, Trouble.CUT, Trouble.CUT),
                        arguments(Side.TARGET, Trouble.STALLED, Trouble.STALLED),
                        arguments(Side.TARGET, Trouble.CUT, Trouble.CUT),
                        arguments(Side.EVIDENCE, Trouble.STALLED, Trouble.STALLED),
                        arguments(Side.EVIDENCE, Trouble.AWAY, Trouble.AWAY))
                : Stream.of(
                        arguments(Side.SOURCE, Trouble.STALLED, Trouble.CUT),
                        arguments(Side.TARGET, Trouble.CUT, Trouble.STALLED),
                        arguments(Side.EVIDENCE, Trouble.AWAY, Trouble.AWAY));
    }

    @ParameterizedTest(name = "line to the {0}: in copy {1}, in stream {2}")
    @MethodSource("troubles")
    void outlivesTroubleInCopyAndInStream(Side side, Trouble inCopy, Trouble inStream) throws Exception {
        try (Rig rig = Rig.create(
                        Map.of(Side.SOURCE, source, Side.TARGET, target, Side.EVIDENCE, evidence), folder, PLAN);
                TcpProxy line = rig.proxy(side, Matrix.isLong() ? new String[0] : new String[] {SHORT_PATIENCE});
                Workload writers = rig.write()) {
            try (HeldWrite held = HeldWrite.at(rig.evidenceStore(), FaultPoint.MID_COPY);
                    JobProcess job = rig.start()) {
                held.awaitHeld(job);
                begin(inCopy, line);
                held.release();
                end(inCopy, line, job);
                rig.await(job, "stream", Rig::streams);
                long forwarded = rig.facts().orElseThrow().run().changes().forwarded();
                begin(inStream, line);
                end(inStream, line, job);
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
