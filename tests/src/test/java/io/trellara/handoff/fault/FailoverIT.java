package io.trellara.handoff.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.harness.EvidenceLaw;
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
import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.local.PostgresVersion;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** R8 behind a real promotion: the primary is killed, and the job's address leads to its standby. */
final class FailoverIT {
    private static final WorkloadPlan PLAN = new WorkloadPlan(
            List.of(WorkloadTable.bigint("numbers"), WorkloadTable.text("words")),
            3_000,
            2,
            Duration.ofMillis(50),
            Duration.ofMillis(400),
            53);
    private static final String STANDBY = "standby";
    private static final Map<String, String> SYNCED =
            Map.of("sync_replication_slots", "on", "hot_standby_feedback", "on");

    private static TestServer target;

    private TestServer primary;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startTarget() {
        target = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopTarget() throws SQLException {
        target.close();
    }

    @BeforeEach
    void startPrimary() {
        primary = Servers.start("source", PostgresVersion.V17, Map.of("wal_sender_timeout", "10s"));
    }

    @AfterEach
    void stopPrimary() throws SQLException {
        primary.close();
    }

    @Test
    void theRunFollowsAStandbyThatHasItsSlot() throws Exception {
        try (Rig rig = rig("true");
                EmbeddedPostgresServer standby =
                        EmbeddedPostgresServer.startStandby(primary.embedded(), STANDBY, SYNCED);
                TcpProxy line = rig.proxy(Side.SOURCE);
                JobProcess job = rig.start()) {
            TestServer.execute(
                    rig.source(),
                    "ALTER SYSTEM SET synchronized_standby_slots = '" + STANDBY + "'",
                    "SELECT pg_reload_conf()");
            rig.await(job, "stream", Rig::streams);
            try (Workload writers = rig.write()) {
                awaitSlot(rig, standby);
                rig.await(job, "changes", facts -> facts.run().changes().forwarded() > 50);
                assertThat(writers.running()).isTrue();
                failOver(rig, standby, line);
            }
            job.awaitLogged("a standby, whose slot cannot be read before it is promoted");
            promote(rig, standby);
            for (int round = 0; round < 20; round++) {
                TestServer.execute(
                        rig.source(),
                        "UPDATE numbers SET version = 7 WHERE id / 10 % 100 = " + round,
                        "DELETE FROM words" + " WHERE ctid = (SELECT max(ctid) FROM words)");
            }
            rig.awaitCaughtUp(job);
            job.stop();
            requireFollowed(rig);
        }
    }

    @Test
    void theRunHaltsAtAStandbyWithoutItsSlot() throws Exception {
        try (Rig rig = rig("false");
                EmbeddedPostgresServer standby =
                        EmbeddedPostgresServer.startStandby(primary.embedded(), STANDBY, Map.of());
                TcpProxy line = rig.proxy(Side.SOURCE);
                JobProcess job = rig.start()) {
            rig.await(job, "stream", Rig::streams);
            awaitReplayed(rig, standby);
            failOver(rig, standby, line);
            promote(rig, standby);
            requireHalt(rig, job, ErrorCode.SLOT_MISSING, "no such slot");
        }
    }

    /** Without R8 the run would go on, and the target would keep for ever what the new primary never had. */
    @Test
    @EnabledIfSystemProperty(named = Matrix.LONG, matches = "true", disabledReason = "in ./dev fault all")
    void theRunHaltsAtAStandbyThatLacksWhatTheTargetHas() throws Exception {
        try (Rig rig = rig("true");
                EmbeddedPostgresServer standby =
                        EmbeddedPostgresServer.startStandby(primary.embedded(), STANDBY, SYNCED);
                TcpProxy line = rig.proxy(Side.SOURCE);
                JobProcess job = rig.start()) {
            rig.await(job, "stream", Rig::streams);
            try (Workload writers = rig.write()) {
                awaitSlot(rig, standby);
                writers.stop();
            }
            standby.stop();
            TestServer.execute(rig.source(), "INSERT INTO numbers VALUES (-1, 1, 'lost')");
            rig.awaitCaughtUp(job);
            failOver(rig, standby, line);
            standby.startAgain();
            promote(rig, standby);
            requireHalt(rig, job, ErrorCode.SOURCE_CHANGED, "left timeline 1 at ");
            assertThat(count(rig.target(), "SELECT count(*) FROM numbers WHERE id = -1"))
                    .isOne();
            assertThat(count(rig.source(), "SELECT count(*) FROM numbers WHERE id = -1"))
                    .isZero();
        }
    }

    private Rig rig(String failoverSlot) throws Exception {
        Rig rig = Rig.create(primary, target, folder, PLAN);
        rig.option("source.failover-slot", failoverSlot);
        return rig;
    }

    /** The standby's copy of the slot would outlive a promotion. */
    private static void awaitSlot(Rig rig, EmbeddedPostgresServer standby) throws SQLException {
        String slot = rig.facts().orElseThrow().run().slotName().orElseThrow();
        String synced = "SELECT count(*) FROM pg_replication_slots WHERE slot_name = '" + slot
                + "' AND synced AND NOT temporary AND invalidation_reason IS NULL";
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
        while (count(standby.connection("postgres"), synced) == 0) {
            assertThat(System.nanoTime()).as(synced).isLessThan(deadline);
            // Lets the slot's horizon move, for which the server itself takes its time.
            TestServer.execute(rig.source(), "SELECT pg_log_standby_snapshot()");
            // Wakes whoever synchronises slots: a round that could not do it makes him sleep twice as long, up to 30 s.
            TestServer.execute(standby.connection("postgres"), "SELECT pg_reload_conf()");
            LockSupport.parkNanos(500_000_000);
        }
    }

    private static void awaitReplayed(Rig rig, EmbeddedPostgresServer standby) throws SQLException {
        await(
                standby.connection("postgres"),
                "SELECT count(*) FROM (SELECT 1) one WHERE pg_last_wal_replay_lsn() >= '" + rig.sourceEnd() + "'");
    }

    private void failOver(Rig rig, EmbeddedPostgresServer standby, TcpProxy line) {
        String url = rig.source().url();
        ConnectionConfig there = standby.connection(url.substring(url.lastIndexOf('/') + 1));
        line.leadTo(there);
        primary.embedded().kill();
        rig.sourceIs(there);
    }

    private static void promote(Rig rig, EmbeddedPostgresServer standby) throws SQLException {
        try (Connection session = TestServer.open(standby.connection("postgres"));
                Statement statement = session.createStatement()) {
            statement.execute("SELECT pg_promote()");
        }
        assertThat(count(rig.source(), "SELECT 1 - pg_is_in_recovery()::int")).isOne();
    }

    private static void requireFollowed(Rig rig) throws SQLException {
        RunRecord run = rig.facts().orElseThrow().run();
        assertThat(run.state()).isEqualTo(RunState.STREAMING);
        assertThat(run.sourceIdentity().orElseThrow()).startsWith("pg:").contains(":2:");
        List<Transition> moves = rig.evidence().transitions(rig.run());
        assertThat(moves).extracting(Transition::to).doesNotContain(RunState.FAILED_RECOVERABLE);
        assertThat(moves)
                .extracting(Transition::reason)
                .filteredOn(Optional::isPresent)
                .singleElement()
                .satisfies(reason -> assertThat(reason.orElseThrow())
                        .startsWith("followed its source to timeline 2, which left timeline 1 at "));
        rig.requireEqual();
        new EvidenceLaw(rig).require();
        rig.requireNothingTold();
    }

    private static void requireHalt(Rig rig, JobProcess job, ErrorCode code, String words) throws Exception {
        assertThat(job.awaitExit()).as("%s", job).isEqualTo(code.kind().exitCode());
        assertThat(job.output()).contains(code.label()).contains(words);
        RunRecord run = rig.facts().orElseThrow().run();
        assertThat(run.state()).isEqualTo(RunState.FAILED_RECOVERABLE);
        assertThat(run.failureCode()).hasValue(code.label());
        assertThat(run.sourceIdentity().orElseThrow()).contains(":1:");
        rig.requireNothingTold();
    }

    private static void await(ConnectionConfig server, String query) throws SQLException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
        while (count(server, query) == 0) {
            assertThat(System.nanoTime()).as(query).isLessThan(deadline);
            LockSupport.parkNanos(50_000_000);
        }
    }

    private static long count(ConnectionConfig server, String query) throws SQLException {
        try (Connection session = TestServer.open(server);
                Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
