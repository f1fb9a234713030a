package io.trellara.handoff.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.migration.SchemaMigrations;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class SchemaMigrationsIT {
    private static EmbeddedPostgresServer server;

    @BeforeAll
    static void start() {
        server = EmbeddedPostgresServer.start(PostgresVersion.V17, Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void createsBothSetsInOneDatabaseAndThenHasNothingToDo() throws SQLException {
        ConnectionConfig database = database("one_for_both");
        assertThat(SchemaMigrations.pendingEvidence(database)).hasSize(3);
        assertThat(SchemaMigrations.migrateEvidence(database)).hasSize(3);
        assertThat(SchemaMigrations.pendingTarget(database)).hasSize(1);
        assertThat(SchemaMigrations.migrateTarget(database)).hasSize(1);

        assertThat(SchemaMigrations.pendingEvidence(database)).isEmpty();
        assertThat(SchemaMigrations.migrateEvidence(database)).isEmpty();
        assertThat(SchemaMigrations.migrateTarget(database)).isEmpty();
        assertThat(column(database, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'trellara'"))
                .contains("snapshot_runs", "snapshot_chunks", "run_transitions", "sink_ledger", "halts")
                .contains(EvidenceSchema.EVIDENCE_HISTORY, EvidenceSchema.TARGET_HISTORY);
    }

    @Test
    void pendingChangesNothing() throws SQLException {
        ConnectionConfig database = database("dry");
        SchemaMigrations.pendingEvidence(database);
        assertThat(column(database, "SELECT nspname FROM pg_namespace")).doesNotContain("trellara");
    }

    @Test
    void fourMigrationsAtOnceApplyEachScriptOnce() throws SQLException {
        ConnectionConfig database = database("at_once");
        List<CompletableFuture<List<String>>> runs = IntStream.range(0, 4)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> i % 2 == 0
                        ? SchemaMigrations.migrateEvidence(database)
                        : SchemaMigrations.migrateTarget(database)))
                .toList();
        assertThat(runs.stream().flatMap(run -> run.join().stream())).hasSize(4);
        assertThat(column(
                        database,
                        "SELECT version FROM trellara.evidence_schema_history WHERE version <> '0'"
                                + " UNION ALL SELECT version FROM trellara.target_schema_history WHERE version <> '0'"))
                .containsExactlyInAnyOrder("1", "2", "3", "1");
    }

    @Test
    void theVersionsOfTheProgramAreThoseOfTheScripts() throws SQLException {
        ConnectionConfig database = database("versions");
        SchemaMigrations.migrateEvidence(database);
        SchemaMigrations.migrateTarget(database);
        String newest = "SELECT max(version::int) FROM trellara.";
        assertThat(column(database, newest + EvidenceSchema.EVIDENCE_HISTORY))
                .containsExactly(Integer.toString(EvidenceSchema.EVIDENCE_VERSION));
        assertThat(column(database, newest + EvidenceSchema.TARGET_HISTORY))
                .containsExactly(Integer.toString(EvidenceSchema.TARGET_VERSION));
    }

    @Test
    void refusesTablesOfANewerProgram() throws SQLException {
        ConnectionConfig database = database("newer");
        SchemaMigrations.migrateEvidence(database);
        execute(
                database,
                "INSERT INTO trellara.evidence_schema_history SELECT 99, '99', 'x', type, 'V99__x.sql', 0, installed_by,"
                        + " now(), 0, true FROM trellara.evidence_schema_history WHERE version = '1'");
        assertThatThrownBy(() -> SchemaMigrations.migrateEvidence(database))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EVIDENCE_SCHEMA_NEWER));
    }

    @Test
    void namesADatabaseThatIsNotThereWithoutThePassword() {
        ConnectionConfig database = new ConnectionConfig("jdbc:postgresql://localhost:1/none", "nobody", "sesame");
        Stream.<Runnable>of(
                        () -> SchemaMigrations.migrateTarget(database), () -> SchemaMigrations.pendingTarget(database))
                .forEach(action -> assertThatThrownBy(action::run)
                        .isInstanceOfSatisfying(
                                HandoffException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.TARGET_UNREACHABLE))
                        .hasMessageNotContaining("sesame"));
    }

    private static ConnectionConfig database(String name) throws SQLException {
        execute(server.connection("postgres"), "CREATE DATABASE " + name);
        return server.connection(name);
    }

    private static void execute(ConnectionConfig database, String sql) throws SQLException {
        try (Connection connection = EvidenceDatabase.connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> column(ConnectionConfig database, String sql) throws SQLException {
        return EvidenceDatabase.column(database, sql);
    }
}
