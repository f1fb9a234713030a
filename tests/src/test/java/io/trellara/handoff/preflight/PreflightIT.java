package io.trellara.handoff.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.postgres.PostgresDialect;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.RunWriter;
import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.migration.SchemaMigrations;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PreflightIT {
    private static EmbeddedPostgresServer server;
    private static int databases;
    private String database = "";
    private final List<Boolean> freshness = new ArrayList<>();

    @BeforeAll
    static void start() {
        server = EmbeddedPostgresServer.start(PostgresVersion.V17, Map.of("fsync", "off"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() throws SQLException {
        database = "preflight_" + ++databases;
        execute("postgres", "CREATE DATABASE " + database);
        execute(database, "CREATE TABLE good (id bigint PRIMARY KEY)");
    }

    @Test
    void passesWhereNothingStandsAgainstTheRun() {
        SchemaMigrations.migrateEvidence(server.connection(database));
        PreflightReport report = check(List.of(), "public.good");
        assertThat(report.refusals()).isEmpty();
        assertThat(report.passed()).isTrue();
        assertThat(freshness).containsExactly(true);
    }

    @Test
    void tellsSourceEvidenceAndTargetAtOnce() throws SQLException {
        execute(database, "SELECT pg_create_physical_replication_slot('" + database + "')");
        Finding ofTarget = new Finding(ErrorCode.TARGET_NOT_EMPTY, "public.good", "rows", "none", "empty it");
        assertThat(check(List.of(ofTarget), "public.good").refusals())
                .extracting(Finding::code)
                .containsExactly(
                        ErrorCode.SLOT_NAME_TAKEN, ErrorCode.EVIDENCE_SCHEMA_MISSING, ErrorCode.TARGET_NOT_EMPTY);
        execute(database, "SELECT pg_drop_replication_slot('" + database + "')");
    }

    @Test
    void tellsARelationThatIsMissingOnce() {
        SchemaMigrations.migrateEvidence(server.connection(database));
        assertThat(check(List.of(), "public.good", "public.none").refusals())
                .extracting(Finding::code)
                .containsExactly(ErrorCode.RELATION_MISSING);
    }

    @Test
    void aSlotIsTheRunsOwnOnlyWhereItsEvidenceMeantToMakeIt() throws SQLException {
        SchemaMigrations.migrateEvidence(server.connection(database));
        execute(database, "SELECT pg_create_logical_replication_slot('" + database + "', 'pgoutput')");
        assertThat(check(List.of(), "public.good").refusals())
                .extracting(Finding::code)
                .containsExactly(ErrorCode.SLOT_NAME_TAKEN);
        try (JdbcEvidenceStore store = new JdbcEvidenceStore(server.connection(database), "test")) {
            RunWriter writer = store.open(config("public.good").run(), "copy-then-stream", "postgresql");
            writer.intendSlot(database);
        }
        assertThat(check(List.of(), "public.good").refusals()).isEmpty();
        execute(database, "SELECT pg_drop_replication_slot('" + database + "')");
    }

    @Test
    void aSourceThatDoesNotAnswerStillLeavesTheEvidenceChecked() {
        ConnectionConfig nowhere = new ConnectionConfig("jdbc:postgresql://127.0.0.1:1/x", "u", "p");
        SourceConfig config = config(nowhere, "public.good");
        assertThat(check(config, List.of()).refusals())
                .extracting(Finding::code)
                .contains(ErrorCode.SOURCE_UNREACHABLE, ErrorCode.EVIDENCE_SCHEMA_MISSING);
    }

    private PreflightReport check(List<Finding> ofTarget, String... relations) {
        return check(config(relations), ofTarget);
    }

    private PreflightReport check(SourceConfig config, List<Finding> ofTarget) {
        try (JdbcEvidenceStore store = new JdbcEvidenceStore(server.connection(database), "test")) {
            TargetCheck target = (List<RelationSchema> schemas, boolean fresh) -> {
                freshness.add(fresh);
                return ofTarget;
            };
            return new Preflight(config, new PostgresDialect(config), store, target).check();
        }
    }

    private SourceConfig config(String... relations) {
        return config(server.connection(database), relations);
    }

    private SourceConfig config(ConnectionConfig source, String... relations) {
        return new SourceConfig(
                new RunKey("test", database, "run"),
                source,
                server.connection(database),
                List.of(relations).stream().map(Relation::parse).toList(),
                new SourceConfig.Replication(database, database, true, false),
                new SourceConfig.Copy(1_000, 64 << 10, false),
                new SourceConfig.Stream(8, 1_000),
                new SourceConfig.Limits(1_000, 1_000, 60_000));
    }

    private static void execute(String database, String sql) throws SQLException {
        try (Connection session = server.open(database);
                Statement statement = session.createStatement()) {
            statement.execute(sql);
        }
    }
}
