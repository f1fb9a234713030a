package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.RelationSchema;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** R9: what a relation was agreed to be is compared with what it is. */
final class PostgresContractIT {
    private static TestServer server;

    private ConnectionConfig database;
    private SourceConfig config;
    private PostgresDialect dialect;

    @BeforeAll
    static void start() {
        server = Servers.source(PostgresVersion.V18);
    }

    @AfterAll
    static void stop() throws SQLException {
        server.close();
    }

    @BeforeEach
    void dataset() throws SQLException {
        database = server.newDatabase("contract");
        TestServer.execute(
                database,
                "CREATE TABLE t (id int PRIMARY KEY, other int NOT NULL UNIQUE, note varchar(9), g int GENERATED ALWAYS AS (id) STORED)",
                "CREATE TABLE p (id int PRIMARY KEY, note text) PARTITION BY RANGE (id)",
                "CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (10)");
        config = SourceUnderTest.config(database, 20_000, "public.t", "public.p");
        dialect = new PostgresDialect(config);
        dialect.ensurePublication();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ALTER TABLE t ADD more int                              | SCHEMA_CHANGED | column more is new",
                "ALTER TABLE t DROP note                                 | SCHEMA_CHANGED | column note is gone",
                "ALTER TABLE t RENAME note TO remark                     | SCHEMA_CHANGED | column remark is new",
                "ALTER TABLE t ALTER note TYPE text                      | SCHEMA_CHANGED | has type text instead of",
                "ALTER TABLE t ALTER note SET NOT NULL                   | SCHEMA_CHANGED | note is NOT NULL now",
                "ALTER TABLE t ALTER note TYPE varchar(9) COLLATE \"C\"  | SCHEMA_CHANGED | collation",
                "ALTER TABLE t DROP g                                    | SCHEMA_CHANGED | generated",
                "ALTER TABLE t ALTER other ADD GENERATED ALWAYS AS IDENTITY | SCHEMA_CHANGED | identity column",
                "DROP TABLE t                                            | SCHEMA_CHANGED | is gone",
                "CREATE TABLE p2 PARTITION OF p FOR VALUES FROM (10) TO (20) | SCHEMA_CHANGED | partition set",
                "ALTER TABLE t DROP CONSTRAINT t_pkey                    | IDENTITY_CHANGED | key [other] instead of [id]",
                "ALTER TABLE t REPLICA IDENTITY NOTHING                  | IDENTITY_CHANGED | NOTHING",
                "ALTER TABLE t REPLICA IDENTITY USING INDEX t_other_key  | IDENTITY_CHANGED | USING INDEX on [other]",
                "ALTER TABLE p1 REPLICA IDENTITY FULL                    | IDENTITY_CHANGED | partition public.p1 has FULL",
                "ALTER TABLE t REPLICA IDENTITY FULL                     | SCHEMA_CHANGED | replica identity",
                "ALTER PUBLICATION %1$s DROP TABLE t                     | PUBLICATION_CHANGED | not in the publication",
                "ALTER PUBLICATION %1$s SET (publish = 'insert')         | PUBLICATION_CHANGED | only [insert]",
                "ALTER PUBLICATION %1$s SET TABLE t WHERE (id > 5), p    | PUBLICATION_CHANGED | row filter",
                "ALTER PUBLICATION %1$s SET TABLE t (id, other), p       | PUBLICATION_CHANGED | without [note]",
                "ALTER PUBLICATION %1$s SET (publish_via_partition_root = false) | PUBLICATION_CHANGED | root = false",
                "ALTER PUBLICATION %1$s SET (publish_generated_columns = stored) | PUBLICATION_CHANGED | generated",
            })
    void namesWhatChanged(String change, ErrorCode code, String observed) throws SQLException {
        List<RelationSchema> contract = dialect.presentSchemas();
        assertThat(dialect.checkContract(contract)).isEmpty();
        TestServer.execute(database, change.formatted(config.replication().publication()));
        List<Finding> findings = dialect.checkContract(contract);
        assertThat(findings).isNotEmpty().allSatisfy(f -> assertThat(f.code()).isEqualTo(code));
        assertThat(findings).anySatisfy(f -> assertThat(f.observed()).contains(observed));
    }

    /** What was written meanwhile was not sent, and nobody would ever know. */
    @Test
    void aRelationThatWasOutOfThePublicationForAMomentIsAnotherOne() throws SQLException {
        List<RelationSchema> contract = dialect.presentSchemas();
        String publication = "ALTER PUBLICATION " + config.replication().publication();
        TestServer.execute(database, publication + " DROP TABLE t", publication + " ADD TABLE t");
        assertThat(dialect.checkContract(contract))
                .singleElement()
                .satisfies(f -> assertThat(f.observed()).contains("place in the publication"));
    }

    @Test
    void aRelationMadeAgainIsAnotherOne() throws SQLException {
        List<RelationSchema> contract = dialect.presentSchemas();
        TestServer.execute(
                database,
                "CREATE TABLE same (LIKE t INCLUDING ALL)",
                "DROP TABLE t",
                "ALTER TABLE same RENAME TO t",
                "ALTER PUBLICATION " + config.replication().publication() + " ADD TABLE t");
        assertThat(dialect.checkContract(contract))
                .singleElement()
                .satisfies(f -> assertThat(f.code()).isEqualTo(ErrorCode.SCHEMA_CHANGED));
    }

    @Test
    void writesAndAnalyzeLeaveTheContractAlone() throws SQLException {
        List<RelationSchema> contract = dialect.presentSchemas();
        TestServer.execute(
                database,
                "INSERT INTO t (id, other) VALUES (1, 1)",
                "VACUUM FULL t",
                "ANALYZE",
                "CREATE INDEX ON t (note)");
        assertThat(dialect.checkContract(contract)).isEmpty();
    }

    @Test
    void foreignPublicationIsNeverWidened() throws SQLException {
        String name = config.replication().publication();
        TestServer.execute(database, "DROP PUBLICATION " + name, "CREATE PUBLICATION " + name + " FOR TABLE t");
        assertThatThrownBy(() -> dialect.ensurePublication())
                .hasMessageContaining("PARTITION_ROOT")
                .hasMessageNotContaining("public.t:");
    }

    @Test
    void ownPublicationIsWidened() throws SQLException {
        TestServer.execute(database, "CREATE TABLE late (id int PRIMARY KEY)");
        PostgresDialect wider =
                new PostgresDialect(SourceUnderTest.config(database, 20_000, "public.t", "public.p", "public.late"));
        wider.ensurePublication();
        wider.ensurePublication();
        assertThat(wider.checkContract(wider.presentSchemas())).isEmpty();
    }

    @Test
    void publishingNeverBreaksTheApplicationsOwnUpdates() throws SQLException {
        TestServer.execute(database, "CREATE TABLE bare (id int)", "INSERT INTO bare VALUES (1)");
        PostgresDialect wider =
                new PostgresDialect(SourceUnderTest.config(database, 20_000, "public.t", "public.p", "public.bare"));
        assertThatThrownBy(wider::ensurePublication).hasMessageContaining("RELATION_KEYLESS");
        TestServer.execute(database, "UPDATE bare SET id = 2");
    }

    @Test
    void allProblemsAreSaidAtOnce() throws SQLException {
        TestServer.execute(
                database,
                "CREATE TABLE bare (id int)",
                "CREATE UNLOGGED TABLE fleeting (id int PRIMARY KEY)",
                "CREATE VIEW seen AS SELECT 1 AS id",
                "CREATE TABLE late_key (id int PRIMARY KEY DEFERRABLE)",
                "CREATE TABLE other_key (id int PRIMARY KEY, k int NOT NULL UNIQUE)",
                "ALTER TABLE other_key REPLICA IDENTITY USING INDEX other_key_k_key");
        PostgresDialect all = new PostgresDialect(SourceUnderTest.config(
                database,
                20_000,
                "public.none",
                "public.bare",
                "public.fleeting",
                "public.seen",
                "public.late_key",
                "public.other_key"));
        assertThat(all.check())
                .extracting(Finding::code)
                .contains(
                        ErrorCode.RELATION_MISSING,
                        ErrorCode.RELATION_KEYLESS,
                        ErrorCode.RELATION_KIND,
                        ErrorCode.REPLICA_IDENTITY);
        assertThat(all.check())
                .extracting(f -> f.object())
                .contains(
                        "public.none",
                        "public.bare",
                        "public.fleeting",
                        "public.seen",
                        "public.late_key",
                        "public.other_key");
    }

    @Test
    void keysCompareAsTheirTypesDo() throws SQLException {
        TestServer.execute(
                database,
                "CREATE COLLATION blind (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                "CREATE DOMAIN amount AS numeric(9, 2)",
                "CREATE DOMAIN price AS amount",
                "CREATE TYPE mood AS ENUM ('a')",
                """
                CREATE TABLE keys (a price, b text, c text COLLATE blind, d char(3), e mood, f float8, g int2,
                    h jsonb, i uuid, j timestamptz, k interval, PRIMARY KEY (a, b, c, d, e, f, g, h, i, j, k))""");
        RelationSchema schema = new PostgresDialect(SourceUnderTest.config(database, 20_000, "public.keys"))
                .presentSchemas()
                .get(0);
        assertThat(schema.columns())
                .extracting(c -> c.order())
                .containsExactly(
                        KeyOrder.NUMERIC,
                        KeyOrder.TEXT,
                        KeyOrder.UNORDERED,
                        KeyOrder.TEXT,
                        KeyOrder.TEXT,
                        KeyOrder.UNORDERED,
                        KeyOrder.INTEGER,
                        KeyOrder.UNORDERED,
                        KeyOrder.UUID,
                        KeyOrder.TIMESTAMPTZ,
                        KeyOrder.UNORDERED);
        assertThat(schema.columns().get(0).type()).isEqualTo("public.price");
    }
}
