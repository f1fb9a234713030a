package io.trellara.handoff.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.migration.SchemaMigrations;
import io.trellara.handoff.model.SourceLog;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the database itself refuses, whoever asks. */
@ParameterizedClass
@EnumSource(EvidenceServer.Kind.class)
final class EvidenceGuardsIT {
    private static EvidenceServer server;
    private static EvidenceDatabase database;

    @Parameter
    private EvidenceServer.Kind kind;

    @BeforeParameterizedClassInvocation
    static void start(EvidenceServer.Kind kind) throws SQLException {
        server = EvidenceServer.start(kind);
        database = EvidenceDatabase.create(server, "guards");
        SchemaMigrations.migrateTarget(database.connection());
        try (JdbcEvidenceStore store = database.store()) {
            EvidenceRun run = new EvidenceRun(store).copyAll();
            run.writer().completeCopy(List.of());
            run.writer().sample(SourceLog.UNKNOWN);
            long request = store.request(ControlRequest.plain(EvidenceRun.RUN, ControlKind.PAUSE, "ann"));
            run.writer().answer(ControlAnswer.done(request));
            run.writer().promote(EvidenceRun.streamed(4, "0/6000"));
            VerificationSamples.conclude(store, Verdict.VERIFIED);
        }
        database.execute(
                "INSERT INTO trellara.halts (source_id, dataset_id, run_id, code, reason) VALUES ('a','b','c','d','e')",
                "INSERT INTO trellara.sink_generation (source_id, dataset_id, run_id, generation) VALUES ('a', 'b', 'c', 5)");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE trellara.snapshot_handoff_events SET copied_rows = 1",
                "DELETE FROM trellara.snapshot_handoff_events",
                "TRUNCATE trellara.snapshot_handoff_events",
                "UPDATE trellara.run_transitions SET reason = 'x'",
                "DELETE FROM trellara.run_transitions",
                "TRUNCATE trellara.run_transitions",
                "UPDATE trellara.run_samples SET copied_rows = 1",
                "DELETE FROM trellara.run_samples",
                "TRUNCATE trellara.run_samples",
                "UPDATE trellara.halts SET reason = 'x'",
                "DELETE FROM trellara.halts",
                "TRUNCATE trellara.halts",
                "UPDATE trellara.snapshot_runs SET copied_rows = copied_rows - 1",
                "UPDATE trellara.snapshot_runs SET slot_name = 'other'",
                "UPDATE trellara.snapshot_runs SET slot_name = NULL",
                "UPDATE trellara.snapshot_runs SET consistent_lsn = '0/1'",
                "UPDATE trellara.snapshot_runs SET fence = fence - 1",
                "UPDATE trellara.snapshot_runs SET state = 'unknown'",
                "UPDATE trellara.snapshot_runs SET state = 'failed_recoverable', failure_reason = NULL",
                "DELETE FROM trellara.snapshot_runs",
                "UPDATE trellara.snapshot_table_progress SET copied_rows = copied_rows - 1",
                "UPDATE trellara.snapshot_table_progress SET watermark_lsn = '0/1'",
                "UPDATE trellara.snapshot_chunks SET checkpoint_id = NULL",
                "UPDATE trellara.snapshot_waves SET outcome = 'copied'",
                "UPDATE trellara.snapshot_runs SET parent_run_id = run_id, kind = 'recopy'",
                "UPDATE trellara.snapshot_table_progress SET erased_rows = -1",
                "UPDATE trellara.run_controls SET requested_by = 'somebody else'",
                "UPDATE trellara.run_controls SET state = 'taken'",
                "DELETE FROM trellara.run_controls",
                "TRUNCATE trellara.run_controls",
                "UPDATE trellara.verification_runs SET verdict = 'diverged'",
                "UPDATE trellara.verification_runs SET verdict = 'running'",
                "UPDATE trellara.verification_runs SET compared_rows = 0",
                "UPDATE trellara.verification_runs SET evidence_sha256 = 'x'",
                "DELETE FROM trellara.verification_runs",
                "TRUNCATE trellara.verification_runs CASCADE",
                "UPDATE trellara.verification_tables SET missing = 0",
                "DELETE FROM trellara.verification_tables",
                "TRUNCATE trellara.verification_tables",
                "INSERT INTO trellara.verification_tables SELECT verification_id, 'public.late', form, source_rows,"
                        + " target_rows, chunks, missing, extra, different, set_aside, source_digest, target_digest,"
                        + " divergent_chunks FROM trellara.verification_tables WHERE relation = 'public.orders'",
                "UPDATE trellara.sink_generation SET generation = 4",
            })
    void ownerAndReplicaSessionsAreRefused(String sql) throws SQLException {
        // MySQL has no trigger on TRUNCATE: there the right to drop a table is not given (operator guide)
        Assumptions.assumeFalse(database.mysql() && sql.startsWith("TRUNCATE"));
        List<String> before = database.image();
        assertRefusedByTheServer(sql);
        if (!sql.contains("DELETE FROM trellara.snapshot_runs")) {
            // foreign keys do not hold there, the guards do
            assertRefusedByTheServer(
                    database.mysql() ? "SET foreign_key_checks = OFF" : "SET session_replication_role = replica", sql);
        }
        assertThat(database.image()).isEqualTo(before);
    }

    /** The twin: a table like it, but for its triggers, is rewritten by whoever likes to. */
    @Test
    void withoutItsTriggersHistoryCanBeRewritten() throws SQLException {
        database.execute(
                "CREATE TABLE unguarded (id bigint, reason varchar(1000))",
                "INSERT INTO unguarded SELECT id, reason FROM trellara.run_transitions",
                "UPDATE unguarded SET reason = 'rewritten'");
        assertThat(database.column("SELECT DISTINCT reason FROM unguarded"))
                .as("at %s", kind)
                .containsExactly("rewritten");
    }

    private static void assertRefusedByTheServer(String... statements) {
        assertThatThrownBy(() -> database.execute(statements))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).matches("23...|45000"));
    }
}
