package io.trellara.handoff.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Lsn;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the store does when its server goes away, or is not the one that it should be. */
@ParameterizedClass
@EnumSource(EvidenceServer.Kind.class)
final class EvidenceOutageIT {
    private static EvidenceServer server;

    @Parameter
    private EvidenceServer.Kind kind;

    @BeforeParameterizedClassInvocation
    static void start(EvidenceServer.Kind kind) {
        server = EvidenceServer.start(kind);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    @Test
    void cutConnectionIsOpenedAgainAndTheWriteHappensOnce() throws SQLException {
        EvidenceDatabase other = EvidenceDatabase.create(server, "cut");
        try (JdbcEvidenceStore store = other.store()) {
            EvidenceRun run = new EvidenceRun(store).plan();
            server.crash();
            run.claimAll();
            assertThat(run.row().state()).as("at %s", kind).isEqualTo(RunState.COPYING_TABLE);
            server.endSessions();
            run.writer().promote(run.copied(3));
            assertThat(run.row().copiedRows()).isEqualTo(40);
        }
    }

    @Test
    void aWriteWhoseAnswerIsLostHappensOnce() throws Exception {
        EvidenceDatabase other = EvidenceDatabase.create(server, "thief");
        try (CommitAnswerThief thief =
                        new CommitAnswerThief(server.anyDatabase().kind(), server.port());
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
        try (JdbcEvidenceStore none = new JdbcEvidenceStore(server.newDatabase("none"), "test")) {
            assertCode(ErrorCode.EVIDENCE_SCHEMA_MISSING, none::requireSchema);
        }
        EvidenceDatabase other = EvidenceDatabase.create(server, "versions");
        try (JdbcEvidenceStore store = other.store()) {
            store.requireSchema();
            other.execute("UPDATE trellara.evidence_schema_history SET version = '99' WHERE version <> '0'");
            assertCode(ErrorCode.EVIDENCE_SCHEMA_NEWER, store::requireSchema);
        }
    }

    @Test
    void namesAMissingStoreAndAWrongPasswordWithoutValues() {
        ConnectionConfig any = server.anyDatabase();
        assertUnreachable(new ConnectionConfig(any.url(), any.username(), "sesame"));
        String place = "jdbc:" + any.kind().text() + "://127.0.0.1:";
        assertUnreachable(new ConnectionConfig(place + server.port() + "/no_such", any.username(), any.password()));
        var nowhere = new ConnectionConfig(place + "1/x", "u", "sesame");
        try (JdbcEvidenceStore store = new JdbcEvidenceStore(nowhere, "test")) {
            assertCode(ErrorCode.EVIDENCE_UNAVAILABLE, store::requireSchema);
        }
    }

    private static void assertUnreachable(ConnectionConfig database) {
        try (JdbcEvidenceStore store = new JdbcEvidenceStore(database, "test")) {
            assertCode(ErrorCode.EVIDENCE_UNREACHABLE, store::requireSchema);
        }
    }

    private static void assertCode(ErrorCode code, Runnable action) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageNotContaining("sesame");
    }
}
