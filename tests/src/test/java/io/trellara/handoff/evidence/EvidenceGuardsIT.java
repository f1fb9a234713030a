package io.trellara.handoff.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.migration.SchemaMigrations;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Lsn;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the database itself refuses, whoever asks, and what the store does when its server goes away. */
final class EvidenceGuardsIT {
    private static EvidenceServer server;
    private static EvidenceDatabase database;

    @BeforeAll
    static void start() throws SQLException {
        server = EvidenceServer.start(EvidenceServer.Kind.POSTGRESQL);
        database = EvidenceDatabase.create(server, "guards");
        SchemaMigrations.migrateTarget(database.connection());
        try (JdbcEvidenceStore store = database.store()) {
            EvidenceRun run = new EvidenceRun(store).copyAll();
            run.writer().completeCopy(List.of());
            long request = store.request(ControlRequest.plain(EvidenceRun.RUN, ControlKind.PAUSE, "ann"));
            run.writer().answer(ControlAnswer.done(request));
        }
        database.execute(
                "INSERT INTO trellara.halts (source_id, dataset_id, run_id, code, reason) VALUES ('a','b','c','d','e')",
                "INSERT INTO trellara.sink_generation VALUES ('a', 'b', 'c', 5)");
    }

    @AfterAll
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
                "UPDATE trellara.sink_generation SET generation = 4",
            })
    void ownerAndReplicaSessionsAreRefused(String sql) throws SQLException {
        List<String> before = database.image();
        assertRefusedByTheServer(sql);
        if (!sql.contains("DELETE FROM trellara.snapshot_runs")) {
            // foreign keys do not hold there, the guards do
            assertRefusedByTheServer("SET session_replication_role = replica", sql);
        }
        assertThat(database.image()).isEqualTo(before);
    }

    /** The twin: without its trigger the owner rewrites history. */
    @Test
    void withoutItsTriggerHistoryCanBeRewritten() throws SQLException {
        EvidenceDatabase other = EvidenceDatabase.create(server, "unguarded");
        try (JdbcEvidenceStore store = other.store()) {
            new EvidenceRun(store).plan();
        }
        other.execute(
                "ALTER TABLE trellara.run_transitions DISABLE TRIGGER append_only",
                "UPDATE trellara.run_transitions SET reason = 'rewritten'");
        assertThat(other.column("SELECT DISTINCT reason FROM trellara.run_transitions"))
                .containsExactly("rewritten");
    }

    @Test
    void cutConnectionIsOpenedAgainAndTheWriteHappensOnce() throws SQLException {
        EvidenceDatabase other = EvidenceDatabase.create(server, "cut");
        try (JdbcEvidenceStore store = other.store()) {
            EvidenceRun run = new EvidenceRun(store).plan();
            server.crash();
            run.claimAll();
            assertThat(run.row().state()).isEqualTo(RunState.COPYING_TABLE);
            other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE"
                    + " 'trellara-handoff%'");
            run.writer().promote(run.copied(3));
            assertThat(run.row().copiedRows()).isEqualTo(40);
        }
    }

    @Test
    void aWriteWhoseAnswerIsLostHappensOnce() throws Exception {
        EvidenceDatabase other = EvidenceDatabase.create(server, "thief");
        try (CommitAnswerThief thief = new CommitAnswerThief(server.port());
                JdbcEvidenceStore store = new JdbcEvidenceStore(
                        new ConnectionConfig(
                                thief.url("thief"),
                                server.anyDatabase().username(),
                                server.anyDatabase().password()),
                        "test")) {
            EvidenceRun run = new EvidenceRun(store).copyAll();
            run.writer().completeCopy(List.of());
            long transitions = store.transitions(EvidenceRun.RUN).size();
            Promotion promotion =
                    new Promotion(7, List.of(), Optional.of(Lsn.parse("0/6000")), new ChangeCounts(9, 2, 5));

            thief.stealNext(2);
            run.writer().promote(promotion);
            run.writer().halt("c", "r");

            assertThat(thief.stolen()).isEqualTo(2);
            assertThat(run.row()).returns(new ChangeCounts(9, 2, 5), RunRecord::changes);
            assertThat(store.transitions(EvidenceRun.RUN)).hasSize((int) transitions + 2);
            run.writer().promote(promotion);
            assertThat(run.row()).returns(new ChangeCounts(9, 2, 5), RunRecord::changes);
        }
        assertThat(other.column("SELECT fence FROM trellara.snapshot_runs")).containsExactly("1");
    }

    /** The twin: a writer that simply tries again counts the same changes twice. */
    @Test
    void withoutTheRevisionALostAnswerCountsTwice() throws SQLException {
        EvidenceDatabase other = EvidenceDatabase.create(server, "twice");
        try (JdbcEvidenceStore store = other.store()) {
            EvidenceRun run = new EvidenceRun(store);
            run.writer().promote(new Promotion(7, List.of(), Optional.empty(), new ChangeCounts(9, 2, 5)));
            EvidenceRun again = new EvidenceRun(store);
            again.writer().promote(new Promotion(7, List.of(), Optional.empty(), new ChangeCounts(9, 2, 5)));
            assertThat(again.row().changes()).isEqualTo(new ChangeCounts(18, 4, 10));
        }
    }

    @Test
    void requiresExactlyItsOwnSchemaVersion() throws SQLException {
        try (JdbcEvidenceStore none = new JdbcEvidenceStore(server.anyDatabase(), "test")) {
            assertCode(ErrorCode.EVIDENCE_SCHEMA_MISSING, none::requireSchema);
        }
        EvidenceDatabase other = EvidenceDatabase.create(server, "versions");
        try (JdbcEvidenceStore store = other.store()) {
            store.requireSchema();
            other.execute("UPDATE trellara.evidence_schema_history SET version = '99' WHERE version = '1'");
            assertCode(ErrorCode.EVIDENCE_SCHEMA_NEWER, store::requireSchema);
        }
    }

    @Test
    void namesAMissingStoreAndAWrongPasswordWithoutValues() {
        var connection = database.connection();
        var wrong = new ConnectionConfig(connection.url(), "postgres", "sesame");
        try (JdbcEvidenceStore store = new JdbcEvidenceStore(wrong, "test")) {
            assertCode(ErrorCode.EVIDENCE_UNREACHABLE, store::requireSchema);
        }
        var nowhere = new ConnectionConfig("jdbc:postgresql://127.0.0.1:1/x", "u", "sesame");
        try (JdbcEvidenceStore store = new JdbcEvidenceStore(nowhere, "test")) {
            assertCode(ErrorCode.EVIDENCE_UNAVAILABLE, store::requireSchema);
        }
    }

    private static void assertRefusedByTheServer(String... statements) {
        assertThatThrownBy(() -> database.execute(statements))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).startsWith("23"));
    }

    private static void assertCode(ErrorCode code, Runnable action) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageNotContaining("sesame");
    }
}
