package io.trellara.handoff.fault;

import io.trellara.handoff.harness.FaultPoint;
import io.trellara.handoff.harness.KilledRun;
import io.trellara.handoff.harness.KilledRun.Back;
import io.trellara.handoff.harness.KilledRun.Kill;
import io.trellara.handoff.harness.Matrix;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.Rig;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A source that is MySQL: SIGKILL at exact points under writers, and the way back, from Flink's checkpoint or from the
 * evidence and the ledger alone.
 */
final class MysqlKillIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers"), WORDS = WorkloadTable.text("words");
    private static final WorkloadPlan PLAN =
            new WorkloadPlan(List.of(NUMBERS, WORDS), 6_000, 2, Duration.ofMillis(20), Duration.ofMillis(250), 11);

    private static MysqlTestServer source;
    private static TestServer target;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startServers() {
        source = MysqlTestServer.startFair(MysqlVersion.V9_7);
        target = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServers() throws SQLException {
        source.close();
        target.close();
    }

    /**
     * In the normal suite two in a run, as in {@link ProcessKillIT}; in the long one each alone, with every way back.
     */
    static Stream<List<Kill>> kills() {
        if (!Matrix.isLong()) {
            return Stream.of(
                    List.of(
                            new Kill(FaultPoint.BEFORE_BOUNDARY, Back.EVIDENCE),
                            new Kill(FaultPoint.MID_COPY, Back.EVIDENCE)),
                    List.of(
                            new Kill(FaultPoint.BEFORE_FIRST_CLAIM, Back.EVIDENCE),
                            new Kill(FaultPoint.BEFORE_HANDOFF_EVENT, Back.CHECKPOINT)),
                    List.of(new Kill(FaultPoint.WHILE_STREAMING, Back.CHECKPOINT)));
        }
        return FaultPoint.ofACopyBeforeTheStream().stream()
                .flatMap(point -> Stream.of(Back.values())
                        .filter(back -> back == Back.EVIDENCE || point.compareTo(FaultPoint.MID_COPY) >= 0)
                        .map(back -> List.of(new Kill(point, back))));
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
            return Stream.of(List.of(
                    new Kill(FaultPoint.MID_COPY, Back.CHECKPOINT), new Kill(FaultPoint.WHILE_WEAVING, Back.EVIDENCE)));
        }
        return FaultPoint.ofAWovenCopy().stream()
                .filter(point -> point.compareTo(FaultPoint.BEFORE_PLAN) > 0)
                .filter(point -> point != FaultPoint.BEFORE_WAVE_BOUNDARY) // each view has its own
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
}
