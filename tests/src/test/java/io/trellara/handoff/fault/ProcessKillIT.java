package io.trellara.handoff.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.harness.FaultPoint;
import io.trellara.handoff.harness.KilledRun;
import io.trellara.handoff.harness.KilledRun.Back;
import io.trellara.handoff.harness.KilledRun.Kill;
import io.trellara.handoff.harness.Matrix;
import io.trellara.handoff.harness.Rig;
import io.trellara.handoff.harness.Servers;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * SIGKILL at exact points under writers, and the way back: from Flink's checkpoint, or from the evidence, the slot and
 * the ledger alone.
 */
final class ProcessKillIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers"), WORDS = WorkloadTable.text("words");
    private static final WorkloadPlan PLAN =
            new WorkloadPlan(List.of(NUMBERS, WORDS), 6_000, 2, Duration.ofMillis(20), Duration.ofMillis(250), 11);

    private static TestServer source;
    private static TestServer target;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startServers() {
        source = Servers.source(PostgresVersion.V17);
        target = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServers() throws SQLException {
        source.close();
        target.close();
    }

    /**
     * In the normal suite every point once, two in a run: one before there are rows and one beyond, so that what the
     * first leaves behind has to carry the whole copy. In the long one each alone, with every way back.
     */
    static Stream<List<Kill>> kills() {
        if (!Matrix.isLong()) {
            return Stream.of(
                    List.of(fromEvidence(FaultPoint.BEFORE_SLOT), fromEvidence(FaultPoint.MID_COPY)),
                    List.of(fromEvidence(FaultPoint.BEFORE_BOUNDARY), fromCheckpoint(FaultPoint.BEFORE_HANDOFF_EVENT)),
                    List.of(
                            fromEvidence(FaultPoint.BEFORE_PLAN),
                            fromEvidence(FaultPoint.BEFORE_FIRST_STREAM_POSITION)),
                    List.of(fromEvidence(FaultPoint.BEFORE_FIRST_CLAIM), fromCheckpoint(FaultPoint.WHILE_STREAMING)));
        }
        return FaultPoint.ofACopyBeforeTheStream().stream()
                .flatMap(point -> Stream.of(Back.values())
                        .filter(back -> back == Back.EVIDENCE || point.compareTo(FaultPoint.MID_COPY) >= 0)
                        .map(back -> List.of(new Kill(point, back))));
    }

    private static Kill fromEvidence(FaultPoint point) {
        return new Kill(point, Back.EVIDENCE);
    }

    private static Kill fromCheckpoint(FaultPoint point) {
        return new Kill(point, Back.CHECKPOINT);
    }

    @ParameterizedTest(name = "killed {0}")
    @MethodSource("kills")
    void killedAndResumedUnderWriters(List<Kill> kills) throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                Workload writers = rig.write()) {
            KilledRun run = new KilledRun(rig);
            run.killAt(kills);
            run.resume(writers);
        }
    }

    static Stream<List<Kill>> wovenKills() {
        if (!Matrix.isLong()) {
            return Stream.of(
                    List.of(fromCheckpoint(FaultPoint.MID_COPY)),
                    List.of(fromEvidence(FaultPoint.BEFORE_WAVE_BOUNDARY), fromCheckpoint(FaultPoint.WHILE_WEAVING)));
        }
        return FaultPoint.ofAWovenCopy().stream()
                .filter(point -> point.compareTo(FaultPoint.BEFORE_PLAN) > 0)
                .flatMap(point -> Stream.of(Back.values()).map(back -> List.of(new Kill(point, back))));
    }

    @ParameterizedTest(name = "woven, killed {0}")
    @MethodSource("wovenKills")
    void wovenCopyIsKilledAndResumedUnderWriters(List<Kill> kills) throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN)) {
            rig.weave(2_000);
            try (Workload writers = rig.write()) {
                KilledRun run = new KilledRun(rig);
                run.killAt(kills);
                run.resume(writers);
            }
        }
    }

    @Test
    void killedInMidCopy_resumed_killedInMidCopyAgain_resumed() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                Workload writers = rig.write()) {
            KilledRun run = new KilledRun(rig);
            run.killAt(List.of(fromCheckpoint(FaultPoint.MID_COPY), fromCheckpoint(FaultPoint.LATE_COPY)));
            RunFacts end = run.resume(writers);
            assertThat(end.waves()).hasSize(3);
        }
    }
}
