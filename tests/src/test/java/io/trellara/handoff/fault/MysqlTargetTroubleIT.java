package io.trellara.handoff.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.harness.EvidenceLaw;
import io.trellara.handoff.harness.FaultPoint;
import io.trellara.handoff.harness.HeldRow;
import io.trellara.handoff.harness.HeldWrite;
import io.trellara.handoff.harness.JobProcess;
import io.trellara.handoff.harness.KilledRun;
import io.trellara.handoff.harness.KilledRun.Back;
import io.trellara.handoff.harness.KilledRun.Kill;
import io.trellara.handoff.harness.Matrix;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.Rig;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.Side;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A target that is MySQL, as the source is: the job or the server dies in the middle of writing, and on the way back
 * nothing is lost and nothing applied twice.
 */
final class MysqlTargetTroubleIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers"), WORDS = WorkloadTable.text("words");
    private static final WorkloadPlan PLAN =
            new WorkloadPlan(List.of(NUMBERS, WORDS), 5_000, 2, Duration.ofMillis(20), Duration.ofMillis(250), 71);

    /** Before the copy: whoever holds the last row stops a load in its middle. */
    private static final String LAST_ROW = "INSERT INTO numbers VALUES (50000, 0, 'held')";

    private static final String SOME_ROWS = "UPDATE numbers SET version = 6 WHERE id BETWEEN 19000 AND 21000";

    /** The first chunks are durable at the target, and the evidence does not say so yet. */
    private static final HeldWrite.Condition BEFORE_COPIED = new HeldWrite.Condition(
            "trellara.snapshot_chunks", "UPDATE", "0", "NEW.state = 'copied' AND OLD.state = 'claimed'", "true");

    private static MysqlTestServer source;
    private static MysqlTestServer target;
    private static TestServer evidence;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startServers() {
        source = MysqlTestServer.startFair(MysqlVersion.V9_7);
        target = MysqlTestServer.startFair(MysqlVersion.V9_7);
        evidence = Servers.start("evidence", PostgresVersion.V17, Map.of());
    }

    @AfterAll
    static void stopServers() throws SQLException {
        source.close();
        target.close();
        evidence.close();
    }

    /** With the evidence on a server of its own, in which its writes can be held. */
    private Rig apart() throws Exception {
        return Rig.create(Map.of(Side.SOURCE, source, Side.TARGET, target, Side.EVIDENCE, evidence), folder, PLAN);
    }

    /**
     * In the normal suite both in one run, each with another way back; in the long one each alone with every way back.
     */
    static Stream<List<Kill>> kills() {
        if (!Matrix.isLong()) {
            return Stream.of(List.of(
                    new Kill(FaultPoint.MID_COPY, Back.CHECKPOINT),
                    new Kill(FaultPoint.WHILE_STREAMING, Back.EVIDENCE)));
        }
        return Stream.of(FaultPoint.MID_COPY, FaultPoint.BEFORE_HANDOFF_EVENT, FaultPoint.WHILE_STREAMING)
                .flatMap(point -> Stream.of(Back.values()).map(back -> List.of(new Kill(point, back))));
    }

    @ParameterizedTest(name = "killed {0}")
    @MethodSource("kills")
    void killedAndResumedUnderWriters(List<Kill> kills) throws Exception {
        try (Rig rig = apart();
                Workload writers = rig.write()) {
            KilledRun run = new KilledRun(rig);
            run.killAt(kills);
            run.resume(writers);
        }
    }

    /** R5: rows of a first attempt that the second one no longer sees would stay for ever. */
    @Test
    void rowsOfALostAttemptVanishFromTheSource_theReplaySweepsThem() throws Exception {
        try (Rig rig = apart()) {
            try (HeldWrite held = HeldWrite.at(rig.evidenceStore(), BEFORE_COPIED);
                    JobProcess job = rig.start()) {
                held.awaitHeld(job);
                job.kill();
                held.endHeld();
            }
            List<String> there = MysqlTestServer.column(rig.target(), "SELECT id FROM numbers ORDER BY id LIMIT 100");
            assertThat(there).as("rows of the lost attempt").hasSize(100);
            TestServer.execute(rig.source(), "DELETE FROM numbers WHERE id <= " + there.get(99));
            try (JobProcess job = rig.start("--fresh-state")) {
                RunFacts end = finish(rig, job);
                assertThat(end.run().changes().replayed()).isGreaterThanOrEqualTo(100);
                assertThat(end.waves()).hasSizeGreaterThan(1);
            }
        }
    }

    static Stream<Boolean> placesOfTheEvidence() {
        return Matrix.isLong() ? Stream.of(true, false) : Stream.of(true);
    }

    /** Once in the middle of a load, and once in the middle of the stream's statements. */
    @ParameterizedTest(name = "evidence at the target: {0}")
    @MethodSource("placesOfTheEvidence")
    void targetIsKilledInMidCopyAndAgainWhileItStreams_theJobOutlivesBoth(boolean evidenceThere) throws Exception {
        try (Rig rig = evidenceThere ? Rig.create(source, target, folder, PLAN) : apart();
                HeldRow last = HeldRow.by(rig.target(), LAST_ROW);
                JobProcess job = rig.start()) {
            last.awaitWaiter(job);
            try (Workload writers = rig.write()) {
                crashTarget(rig);
                rig.await(
                        job,
                        "changes",
                        facts -> Rig.streams(facts) && facts.run().changes().forwarded() > 20);
                writers.stop();
            }
            rig.awaitCaughtUp(job);
            try (HeldRow held = HeldRow.by(rig.target(), SOME_ROWS)) {
                TestServer.execute(rig.source(), SOME_ROWS);
                held.awaitWaiter(job);
                crashTarget(rig);
            }
            finish(rig, job);
        }
    }

    /** The dead job's session still waits in the server, in an open transaction; whoever comes next ends it (R6). */
    @Test
    void jobIsKilledInMidTransaction_theNextOneEndsWhatItsSessionsLeftOpen() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN)) {
            try (JobProcess first = rig.start()) {
                rig.await(first, "stream", Rig::streams);
                try (HeldRow held = HeldRow.by(rig.target(), SOME_ROWS)) {
                    TestServer.execute(rig.source(), SOME_ROWS);
                    held.awaitWaiter(first);
                    first.kill();
                    long killed = rig.facts().orElseThrow().run().fence();
                    try (JobProcess second = rig.start()) {
                        rig.await(second, "stream", f -> f.run().fence() > killed && Rig.streams(f));
                        held.awaitWaiter(second);
                        held.release();
                        finish(rig, second);
                    }
                }
            }
            assertThat(rig.journal().writtenTwice(NUMBERS.relation())).isZero();
        }
    }

    private static void crashTarget(Rig rig) {
        target.embedded().kill();
        target.embedded().startAgain();
        rig.reconnect();
    }

    private static RunFacts finish(Rig rig, JobProcess job) throws Exception {
        TestServer.execute(rig.source(), "UPDATE numbers SET version = 9 WHERE id % 1000 = 0");
        RunFacts end = rig.awaitCaughtUp(job);
        job.stop();
        assertThat(rig.evidence().transitions(rig.run()))
                .extracting(Transition::to)
                .doesNotContain(RunState.FAILED_RECOVERABLE);
        rig.requireEqual();
        new EvidenceLaw(rig).require();
        rig.requireNothingTold();
        return end;
    }
}
