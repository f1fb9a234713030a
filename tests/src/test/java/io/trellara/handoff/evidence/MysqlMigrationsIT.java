package io.trellara.handoff.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.migration.SchemaMigrations;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What only migrations of MySQL have to bear: its DDL is no part of a transaction, and its triggers may be refused. */
@ParameterizedClass
@EnumSource(value = EvidenceServer.Kind.class, names = "POSTGRESQL", mode = EnumSource.Mode.EXCLUDE)
final class MysqlMigrationsIT {
    private static final String SCRIPTS = "/io/trellara/handoff/migration/mysql/";

    private static final String OURS = " WHERE table_schema = 'trellara' AND table_name NOT LIKE '%history' ORDER BY 1";

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
    void oneThatBrokeOffAfterAnyStatementIsDoneByTheNext() throws Exception {
        EvidenceDatabase database = new EvidenceDatabase(server.newDatabase("broken_off"));
        migrate(database);
        List<String> whole = schema(database);
        List<String> statements = new ArrayList<>(statements("evidence/V3__runs_and_their_evidence.sql"));
        statements.addAll(statements("evidence/V4__verifications.sql"));
        assertThat(statements).hasSizeGreaterThan(30);

        for (int done = 1; done <= statements.size(); done += 5) {
            database.execute("DROP DATABASE trellara", "CREATE DATABASE trellara");
            database.execute(statements.subList(0, done).toArray(String[]::new));
            migrate(database);
            assertThat(schema(database))
                    .as("%s after %s statements", kind, done)
                    .isEqualTo(whole);
        }
    }

    /** The twin: statements that do not say what to do where their object exists cannot be repeated. */
    @Test
    void withoutSayingSoAStatementCannotBeRepeated() throws Exception {
        EvidenceDatabase database = new EvidenceDatabase(server.newDatabase("not_repeatable"));
        migrate(database);
        String bold =
                statements("evidence/V3__runs_and_their_evidence.sql").get(0).replace("IF NOT EXISTS ", "");
        assertThatThrownBy(() -> database.execute(bold)).isInstanceOf(SQLException.class);
    }

    @Test
    void aServerKilledInTheMiddleIsMigratedAfterItsReturn() throws Exception {
        EvidenceDatabase database = new EvidenceDatabase(server.newDatabase("killed"));
        migrate(database);
        List<String> whole = schema(database);
        database.execute("DROP DATABASE trellara");

        CompletableFuture<?> first = CompletableFuture.runAsync(() -> migrate(database));
        while (database.column("SELECT table_name FROM information_schema.tables WHERE table_schema = 'trellara'")
                                .size()
                        < 3
                && !first.isDone()) {
            Thread.onSpinWait();
        }
        server.crash();
        assertThatThrownBy(first::join).hasCauseInstanceOf(HandoffException.class);

        migrate(database);
        assertThat(schema(database)).isEqualTo(whole);
    }

    @Test
    void withoutTheRightToMakeTriggersItSaysWhatToDoAndGoesOnOnceThatIsDone() throws SQLException {
        EvidenceDatabase database = new EvidenceDatabase(server.newDatabase("no_triggers"));
        database.execute(
                "CREATE USER IF NOT EXISTS maker IDENTIFIED BY 'sesame'",
                "GRANT ALL ON trellara.* TO maker",
                "GRANT SELECT ON no_triggers.* TO maker",
                "SET GLOBAL log_bin_trust_function_creators = OFF");
        ConnectionConfig maker = new ConnectionConfig(database.connection().url(), "maker", "sesame");
        for (int time = 0; time < 2; time++) {
            assertThatThrownBy(() -> SchemaMigrations.migrateEvidence(maker))
                    .isInstanceOfSatisfying(
                            HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EVIDENCE_UNREACHABLE))
                    .hasMessageContaining("error 1419")
                    .hasMessageContaining("log_bin_trust_function_creators")
                    .hasMessageNotContaining("sesame");
        }

        database.execute("SET GLOBAL log_bin_trust_function_creators = ON");
        assertThat(SchemaMigrations.migrateEvidence(maker)).hasSize(5);
        assertThat(SchemaMigrations.migrateTarget(maker)).hasSize(1);
        assertThat(SchemaMigrations.pendingEvidence(maker)).isEmpty();
    }

    @Test
    void theJobsUserNeedsWhatItIsGrantedAndTruncatesNothing() throws Exception {
        EvidenceDatabase database = new EvidenceDatabase(server.newDatabase("granted"));
        SchemaMigrations.migrateEvidence(database.connection());
        String grants = Files.readString(Path.of("..", "deploy", "grants", "evidence-mysql.sql"))
                .replaceAll("(?m)^--.*$", "");
        database.execute("DROP USER IF EXISTS handoff");
        for (String grant : grants.split(";\n", -1)) {
            if (!grant.isBlank()) {
                database.execute(grant);
            }
        }
        ConnectionConfig job = new ConnectionConfig(server.anyDatabase().url() + "trellara", "handoff", "change-me");
        assertThat(SchemaMigrations.migrateEvidence(job)).isEmpty();
        try (JdbcEvidenceStore store = new JdbcEvidenceStore(job, "test")) {
            store.requireSchema();
            EvidenceRun run = new EvidenceRun(store).copyAll();
            assertThat(run.writer().completeCopy(List.of())).isEmpty();
            long request = store.request(ControlRequest.plain(EvidenceRun.RUN, ControlKind.PAUSE, "ann"));
            run.writer().answer(ControlAnswer.done(request));
            run.writer().promote(EvidenceRun.streamed(4, "0/6000"));
            VerificationSamples.conclude(store, Verdict.VERIFIED);
            assertThat(run.row().state()).isEqualTo(RunState.VERIFIED);
        }
        EvidenceDatabase asJob = new EvidenceDatabase(job);
        for (String table : List.of(
                "run_transitions",
                "snapshot_handoff_events",
                "run_controls",
                "verification_runs",
                "verification_tables")) {
            assertThatThrownBy(() -> asJob.execute("TRUNCATE trellara." + table))
                    .isInstanceOf(SQLException.class);
        }
    }

    private static void migrate(EvidenceDatabase database) {
        SchemaMigrations.migrateEvidence(database.connection());
        SchemaMigrations.migrateTarget(database.connection());
    }

    /** Every column, key, reference and trigger of the tables. */
    private static List<String> schema(EvidenceDatabase database) throws SQLException {
        List<String> all = new ArrayList<>();
        for (String sql : List.of(
                "SELECT concat_ws(' ', table_name, ordinal_position, column_name, column_type,"
                        + " is_nullable, column_default, collation_name) FROM information_schema.columns" + OURS,
                "SELECT concat_ws(' ', table_name, index_name, seq_in_index, column_name, non_unique)"
                        + " FROM information_schema.statistics" + OURS,
                "SELECT concat_ws(' ', table_name, constraint_name, constraint_type)"
                        + " FROM information_schema.table_constraints" + OURS,
                "SELECT concat_ws(' ', trigger_name, event_manipulation, event_object_table, sql_mode,"
                        + " action_statement) FROM information_schema.triggers WHERE trigger_schema = 'trellara' ORDER BY 1")) {
            all.addAll(database.column(sql));
        }
        return all;
    }

    /** A script's statements; its second part is delimited by {@code $$}. */
    private static List<String> statements(String script) throws IOException {
        try (InputStream in = Objects.requireNonNull(MysqlMigrationsIT.class.getResourceAsStream(SCRIPTS + script))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll("(?m)^--.*$", "")
                    .replace("DELIMITER ;", "");
            String[] parts = text.split("DELIMITER \\$\\$", -1);
            List<String> statements = new ArrayList<>(List.of(parts[0].split(";\n", -1)));
            statements.addAll(List.of(parts[1].split("\\$\\$", -1)));
            return statements.stream()
                    .map(String::strip)
                    .filter(statement -> !statement.isEmpty())
                    .toList();
        }
    }
}
