package io.trellara.handoff.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.harness.EvidenceLaw;
import io.trellara.handoff.harness.JobProcess;
import io.trellara.handoff.harness.Matrix;
import io.trellara.handoff.harness.Rig;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.CommandLineRun;
import io.trellara.handoff.local.EmbeddedPostgresServer.StopMode;
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

/** The world changes under a stream: what cannot be carried halts the run and is recorded, what passes is outlived. */
final class MidStreamTroubleIT {
    private static final WorkloadPlan PLAN = new WorkloadPlan(
            List.of(WorkloadTable.bigint("numbers"), WorkloadTable.text("words")),
            5_000,
            2,
            Duration.ofMillis(5),
            Duration.ofMillis(60),
            31);

    private static final String DROP_SLOT = """
            DO $$ BEGIN
                FOR attempt IN 1..200 LOOP
                    PERFORM pg_terminate_backend(active_pid, 5000) FROM pg_replication_slots
                      WHERE slot_name = '{slot}' AND active;
                    BEGIN
                        PERFORM pg_drop_replication_slot('{slot}');
                        {then};
                    EXCEPTION WHEN object_in_use THEN
                        PERFORM pg_sleep(0.02);
                    END;
                END LOOP;
                RAISE 'the slot stays in use';
            END $$""";

    private static TestServer source;
    private static TestServer target;

    @TempDir
    private Path folder;

    /** What somebody does at the source while the run streams. */
    enum Trouble {
        SLOT_DROPPED(ErrorCode.SLOT_MISSING, DROP_SLOT.replace("{then}", "RETURN")),
        /** By somebody else, under the same name: the new one is ahead of the run, and would skip what lies between. */
        SLOT_MADE_AGAIN(
                ErrorCode.SLOT_AHEAD,
                DROP_SLOT.replace(
                        "{then}", "PERFORM pg_create_logical_replication_slot('{slot}', 'pgoutput'); RETURN")),
        RELATION_LEFT_OUT_OF_PUBLICATION(ErrorCode.PUBLICATION_CHANGED, "ALTER PUBLICATION {slot} DROP TABLE numbers"),
        COLUMN_ADDED(ErrorCode.SCHEMA_CHANGED, "ALTER TABLE numbers ADD COLUMN extra integer"),
        COLUMN_DROPPED(ErrorCode.SCHEMA_CHANGED, "ALTER TABLE words DROP COLUMN version"),
        COLUMN_TYPE_CHANGED(ErrorCode.SCHEMA_CHANGED, "ALTER TABLE numbers ALTER COLUMN version TYPE numeric"),
        KEY_LOST(ErrorCode.IDENTITY_CHANGED, "ALTER TABLE numbers REPLICA IDENTITY NOTHING");

        private final ErrorCode code;
        private final String command;

        Trouble(ErrorCode code, String command) {
            this.code = code;
            this.command = command;
        }
    }

    /** What ends sessions and passes. */
    enum Outage {
        /** Long enough for the job to try in vain, which it has not done before. */
        SOURCE_AWAY,
        SOURCE_RESTARTED,
        SOURCE_CRASHED,
        TARGET_RESTARTED
    }

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

    /** Of the changes of a schema one in the normal suite; {@code PostgresContractIT} has them all. */
    static Stream<Trouble> troubles() {
        return Stream.of(Trouble.values())
                .filter(trouble ->
                        Matrix.isLong() || trouble.code != ErrorCode.SCHEMA_CHANGED || trouble == Trouble.COLUMN_ADDED);
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void haltsWithItsCodeAndTheEvidenceSaysSo(Trouble trouble) throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                JobProcess job = rig.start()) {
            rig.await(job, "stream", Rig::streams);
            String slot = rig.facts().orElseThrow().run().slotName().orElseThrow();
            TestServer.execute(rig.source(), trouble.command.replace("{slot}", slot));
            assertThat(job.awaitExit())
                    .as("%s", job)
                    .isEqualTo(trouble.code.kind().exitCode());
            assertThat(job.output()).contains(trouble.code.label());
            RunRecord run = rig.facts().orElseThrow().run();
            assertThat(run.state()).isEqualTo(RunState.FAILED_RECOVERABLE);
            assertThat(run.failureCode()).hasValue(trouble.code.label());
            CommandLineRun again = new CommandLineRun();
            assertThat(again.handoff(
                            "run", "--local", "--config", rig.config("here").toString()))
                    .isEqualTo(ErrorCode.RUN_HALTED.kind().exitCode());
            assertThat(again.notes()).contains(ErrorCode.RUN_HALTED.label());
            assertThat(rig.facts().orElseThrow().run()).isEqualTo(run);
            rig.requireNothingTold();
        }
    }

    /** One job outlives them all, one after the other. */
    @Test
    void outlivesOutagesByItself() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                JobProcess job = rig.start()) {
            rig.await(job, "stream", Rig::streams);
            try (Workload writers = rig.write()) {
                rig.await(job, "changes", facts -> facts.run().changes().forwarded() > 50);
                writers.stop();
            }
            for (Outage outage : Outage.values()) {
                suffer(outage, job);
                TestServer.execute(rig.source(), "UPDATE numbers SET version = version + 1 WHERE id % 100 = 0");
                rig.reconnect();
                rig.awaitCaughtUp(job);
            }
            job.stop();
            assertThat(rig.evidence().transitions(rig.run()))
                    .extracting(Transition::to)
                    .doesNotContain(RunState.FAILED_RECOVERABLE);
            rig.requireEqual();
            new EvidenceLaw(rig).require();
            rig.requireNothingTold();
        }
    }

    private static void suffer(Outage outage, JobProcess job) throws Exception {
        switch (outage) {
            case SOURCE_RESTARTED -> source.embedded().restart(StopMode.FAST);
            case SOURCE_CRASHED -> source.embedded().restart(StopMode.IMMEDIATE);
            case SOURCE_AWAY -> {
                source.embedded().stop();
                job.awaitLogged(ErrorCode.SOURCE_UNREACHABLE.label());
                source.embedded().startAgain();
            }
            case TARGET_RESTARTED -> target.embedded().restart(StopMode.FAST);
        }
    }
}
