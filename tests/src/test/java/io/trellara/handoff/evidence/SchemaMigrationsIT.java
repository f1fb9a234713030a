package io.trellara.handoff.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.migration.SchemaMigrations;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(EvidenceServer.Kind.class)
final class SchemaMigrationsIT {
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
    void createsBothSetsInOneDatabaseAndThenHasNothingToDo() throws SQLException {
        ConnectionConfig database = database("one_for_both");
        assertThat(SchemaMigrations.pendingEvidence(database))
                .hasSize(evidenceVersions().size());
        assertThat(SchemaMigrations.migrateEvidence(database))
                .hasSize(evidenceVersions().size());
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
        assertThat(column(database, "SELECT schema_name FROM information_schema.schemata"))
                .doesNotContain("trellara");
    }

    @Test
    void fourMigrationsAtOnceApplyEachScriptOnce() throws SQLException {
        ConnectionConfig database = database("at_once");
        List<CompletableFuture<List<String>>> runs = IntStream.range(0, 4)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> i % 2 == 0
                        ? SchemaMigrations.migrateEvidence(database)
                        : SchemaMigrations.migrateTarget(database)))
                .toList();
        assertThat(runs.stream().flatMap(run -> run.join().stream()))
                .hasSize(evidenceVersions().size() + 1);
        assertThat(column(database, "SELECT version FROM trellara.evidence_schema_history WHERE version <> '0'"))
                .containsExactlyInAnyOrderElementsOf(evidenceVersions());
        assertThat(column(database, "SELECT version FROM trellara.target_schema_history WHERE version <> '0'"))
                .containsExactly("1");
    }

    @Test
    void theVersionsOfTheProgramAreThoseOfTheScripts() throws SQLException {
        ConnectionConfig database = database("versions");
        SchemaMigrations.migrateEvidence(database);
        SchemaMigrations.migrateTarget(database);
        String newest = "SELECT version FROM trellara.%s ORDER BY installed_rank DESC";
        assertThat(column(database, newest.formatted(EvidenceSchema.EVIDENCE_HISTORY)))
                .startsWith(Integer.toString(EvidenceSchema.EVIDENCE_VERSION));
        assertThat(column(database, newest.formatted(EvidenceSchema.TARGET_HISTORY)))
                .startsWith(Integer.toString(EvidenceSchema.TARGET_VERSION));
    }

    @Test
    void refusesTablesOfANewerProgram() throws SQLException {
        ConnectionConfig database = database("newer");
        SchemaMigrations.migrateEvidence(database);
        execute(
                database,
                "INSERT INTO trellara.evidence_schema_history SELECT 99, '99', 'x', type, 'V99__x.sql', 0,"
                        + " installed_by, now(), 0, true FROM trellara.evidence_schema_history WHERE version = '3'");
        assertThatThrownBy(() -> SchemaMigrations.migrateEvidence(database))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EVIDENCE_SCHEMA_NEWER));
    }

    @Test
    void namesADatabaseThatIsNotThereWithoutThePassword() {
        String scheme = server.anyDatabase().kind().text();
        ConnectionConfig database = new ConnectionConfig("jdbc:" + scheme + "://localhost:1/none", "nobody", "sesame");
        Stream.<Runnable>of(
                        () -> SchemaMigrations.migrateTarget(database), () -> SchemaMigrations.pendingTarget(database))
                .forEach(action -> assertThatThrownBy(action::run)
                        .isInstanceOfSatisfying(
                                HandoffException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.TARGET_UNREACHABLE))
                        .hasMessageNotContaining("sesame"));
    }

    /** PostgreSQL's tables have grown; MySQL's begin where they are. */
    private List<String> evidenceVersions() {
        return kind == EvidenceServer.Kind.POSTGRESQL
                ? List.of("1", "2", "3", "4", "5", "6", "7")
                : List.of("3", "4", "5", "6", "7");
    }

    private static ConnectionConfig database(String name) throws SQLException {
        return server.newDatabase(name);
    }

    private static void execute(ConnectionConfig database, String sql) throws SQLException {
        new EvidenceDatabase(database).execute(sql);
    }

    private static List<String> column(ConnectionConfig database, String sql) throws SQLException {
        return new EvidenceDatabase(database).column(sql);
    }
}
