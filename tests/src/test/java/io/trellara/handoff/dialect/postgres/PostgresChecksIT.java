package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.local.PostgresVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each bad source ends in its code, with what to do about it. */
final class PostgresChecksIT {
    private static final String GOOD = "CREATE TABLE good (id bigint PRIMARY KEY, note text)";
    private static EmbeddedPostgresServer server;
    private static int databases;
    private String database = "";

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
        database = "checks_" + ++databases;
        run("postgres", "CREATE DATABASE " + database);
        execute(GOOD);
    }

    @Test
    void findsNothingAgainstAGoodSourceAndChangesNothing() throws SQLException {
        assertThat(refusals(config("public.good"))).isEmpty();
        execute("CREATE PUBLICATION " + database + " FOR TABLE good");
        assertThat(refusals(config("public.good"))).isEmpty();
        assertThat(new PostgresDialect(config("public.good")).slot()).isEmpty();
    }

    @Test
    void namesAllThatASmallServerLacksAtOnce() throws SQLException {
        Map<String, String> small = Map.of(
                "wal_level",
                "replica",
                "max_replication_slots",
                "1",
                "max_wal_senders",
                "1",
                "max_slot_wal_keep_size",
                "0");
        try (EmbeddedPostgresServer other = EmbeddedPostgresServer.start(PostgresVersion.V14, small);
                Connection session = other.open("postgres");
                Statement statement = session.createStatement()) {
            statement.execute(GOOD);
            List<Finding> findings =
                    check(SourceUnderTest.config(other.connection("postgres"), 1_000, "public.good", "public.none"));
            assertThat(findings)
                    .extracting(Finding::code)
                    .contains(
                            ErrorCode.WAL_LEVEL,
                            ErrorCode.SLOTS_EXHAUSTED,
                            ErrorCode.SENDERS_EXHAUSTED,
                            ErrorCode.WAL_RETENTION,
                            ErrorCode.RELATION_MISSING)
                    .doesNotContain(ErrorCode.SOURCE_UNREACHABLE);
            assertThat(findings)
                    .allSatisfy(finding -> assertThat(List.of(finding.observed(), finding.required(), finding.remedy()))
                            .noneMatch(String::isBlank));
        }
    }

    @Test
    void refusesAStandby(@TempDir Path folder) throws Exception {
        try (EmbeddedPostgresServer standby = EmbeddedPostgresServer.start(
                PostgresVersion.V17, Map.of("fsync", "off"), Files.createDirectory(folder.resolve("server")))) {
            try (Connection session = standby.open("postgres");
                    Statement statement = session.createStatement()) {
                statement.execute(GOOD);
            }
            standby.stop();
            Files.createFile(folder.resolve("server/data/standby.signal"));
            standby.startAgain();
            assertThat(codes(SourceUnderTest.config(standby.connection("postgres"), 1_000, "public.good")))
                    .containsExactly(ErrorCode.SOURCE_STANDBY);
        }
    }

    @Test
    void namesEveryPrivilegeThatAPlainUserLacks() throws SQLException {
        execute("CREATE ROLE plain_" + database + " LOGIN PASSWORD 'sesame'");
        assertThat(codes(as("plain_" + database, "sesame", "public.good")))
                .containsExactlyInAnyOrder(
                        ErrorCode.REPLICATION_PRIVILEGE,
                        ErrorCode.SELECT_PRIVILEGE,
                        ErrorCode.PUBLICATION_MISSING,
                        ErrorCode.PUBLICATION_MISSING);
        execute(
                "ALTER ROLE plain_" + database + " REPLICATION",
                "GRANT SELECT ON good TO plain_" + database,
                "CREATE PUBLICATION " + database + " FOR TABLE good");
        assertThat(codes(as("plain_" + database, "sesame", "public.good"))).isEmpty();
    }

    @Test
    void refusesASourceThatItCannotReachOrLogInTo() {
        assertThat(codes(as("postgres", "sesame", "public.good"))).containsExactly(ErrorCode.SOURCE_AUTHENTICATION);
        ConnectionConfig nowhere = new ConnectionConfig("jdbc:postgresql://127.0.0.1:1/x", "u", "sesame");
        assertThat(codes(SourceUnderTest.config(nowhere, 1_000, "public.good")))
                .containsExactly(ErrorCode.SOURCE_UNREACHABLE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    CREATE VIEW r AS SELECT 1 AS id | RELATION_KIND
                    CREATE MATERIALIZED VIEW r AS SELECT 1 AS id | RELATION_KIND
                    CREATE UNLOGGED TABLE r (id int PRIMARY KEY) | RELATION_KIND
                    CREATE TABLE s (id int PRIMARY KEY) | RELATION_MISSING
                    CREATE TABLE r (id int) | RELATION_KEYLESS
                    CREATE TABLE r (id int UNIQUE) | RELATION_KEYLESS
                    CREATE TABLE r (id int NOT NULL); CREATE UNIQUE INDEX ON r (id) WHERE id > 0 | RELATION_KEYLESS
                    CREATE TABLE r (id int NOT NULL); CREATE UNIQUE INDEX ON r (abs(id)) | RELATION_KEYLESS
                    CREATE TABLE r (id int NOT NULL UNIQUE DEFERRABLE) | RELATION_KEYLESS
                    CREATE TABLE r (id int NOT NULL UNIQUE) | REPLICA_IDENTITY
                    CREATE TABLE r (id int PRIMARY KEY); ALTER TABLE r REPLICA IDENTITY NOTHING | REPLICA_IDENTITY
                    CREATE TABLE r (id int PRIMARY KEY, o int NOT NULL CONSTRAINT o UNIQUE); ALTER TABLE r REPLICA IDENTITY USING INDEX o | REPLICA_IDENTITY
                    CREATE TABLE r (id int PRIMARY KEY, n pg_ndistinct) | COLUMN_TYPE
                    CREATE DOMAIN d AS pg_node_tree; CREATE TABLE r (id int PRIMARY KEY, n d) | COLUMN_TYPE
                    CREATE TYPE c AS (a int, b pg_mcv_list); CREATE TABLE r (id int PRIMARY KEY, n c[]) | COLUMN_TYPE
                    CREATE TABLE r (id int PRIMARY KEY) PARTITION BY LIST (id); CREATE PUBLICATION p FOR TABLE r | PARTITION_ROOT
                    CREATE TABLE r (id int PRIMARY KEY); CREATE PUBLICATION p FOR TABLE r WHERE (id > 0) | PUBLICATION_FILTERED
                    CREATE TABLE r (id int PRIMARY KEY, n int); CREATE PUBLICATION p FOR TABLE r (id) | PUBLICATION_FILTERED
                    CREATE TABLE r (id int PRIMARY KEY); CREATE PUBLICATION p FOR TABLE good | PUBLICATION_INCOMPLETE
                    CREATE TABLE r (id int PRIMARY KEY); CREATE PUBLICATION p FOR TABLE r WITH (publish = 'insert, update, delete') | PUBLICATION_INCOMPLETE
                    CREATE TABLE r (a int, id int GENERATED ALWAYS AS (a + 1) STORED PRIMARY KEY, o int NOT NULL UNIQUE); \
                    ALTER TABLE r REPLICA IDENTITY FULL | COLUMN_GENERATED
                    """)
    void refusesEachUnsoundRelation(String ddl, ErrorCode code) throws SQLException {
        execute(ddl.replace("PUBLICATION p ", "PUBLICATION " + database + " "));
        assertThat(codes(config("public.r"))).containsExactly(code);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    CREATE TABLE r (id int NOT NULL UNIQUE); ALTER TABLE r REPLICA IDENTITY FULL
                    CREATE TABLE r (id int NOT NULL CONSTRAINT k UNIQUE); ALTER TABLE r REPLICA IDENTITY USING INDEX k
                    CREATE TABLE r (id int PRIMARY KEY, a int, g int GENERATED ALWAYS AS (a * 2) STORED)
                    CREATE TABLE r (id int PRIMARY KEY) PARTITION BY LIST (id); CREATE TABLE r1 PARTITION OF r DEFAULT
                    CREATE TABLE r (id int PRIMARY KEY, t tsvector, x xml, i inet, p point, m money, c regclass, n numeric)
                    CREATE TABLE r (id int PRIMARY KEY); CREATE PUBLICATION p FOR ALL TABLES
                    """)
    void acceptsEachSoundRelation(String ddl) throws SQLException {
        execute(ddl.replace("PUBLICATION p ", "PUBLICATION " + database + " "));
        assertThat(codes(config("public.r"))).isEmpty();
    }

    @Test
    void refusesAMissingPublicationThatItMayNotCreate() {
        SourceConfig config = config("public.good");
        SourceConfig strict = new SourceConfig(
                config.run(),
                config.connection(),
                config.evidence(),
                config.relations(),
                new SourceConfig.Replication(database, database, false, false),
                config.copy(),
                config.stream(),
                config.limits());
        assertThat(codes(strict)).containsExactly(ErrorCode.PUBLICATION_MISSING);
    }

    @Test
    void refusesRowsThatRowSecurityHides() throws SQLException {
        execute(
                "CREATE ROLE owner_" + database + " LOGIN REPLICATION PASSWORD 'sesame'",
                "ALTER TABLE good OWNER TO owner_" + database,
                "ALTER TABLE good ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY",
                "CREATE PUBLICATION " + database + " FOR TABLE good");
        assertThat(codes(as("owner_" + database, "sesame", "public.good"))).containsExactly(ErrorCode.ROW_SECURITY);
    }

    @Test
    void refusesASlotNameThatAPhysicalSlotHas() throws SQLException {
        execute("SELECT pg_create_physical_replication_slot('" + database + "')");
        assertThat(codes(config("public.good"))).containsExactly(ErrorCode.SLOT_NAME_TAKEN);
        execute("SELECT pg_drop_replication_slot('" + database + "')");
    }

    @Test
    void refusesAPoolerInTransactionModeAndAcceptsAPlainProxy() throws Exception {
        for (boolean pooling : List.of(true, false)) {
            try (TransactionPooler pooler = new TransactionPooler(server.port(), pooling)) {
                String url = "jdbc:postgresql://127.0.0.1:" + pooler.port() + "/" + database;
                ConnectionConfig behind = new ConnectionConfig(url, server.superuser(), server.password());
                assertThat(codes(SourceUnderTest.config(behind, 1_000, "public.good")))
                        .isEqualTo(pooling ? List.of(ErrorCode.SOURCE_POOLER) : List.of());
            }
        }
    }

    private SourceConfig config(String... relations) {
        return SourceUnderTest.config(server.connection(database), 1_000, relations);
    }

    private SourceConfig as(String user, String password, String... relations) {
        return SourceUnderTest.config(new ConnectionConfig(server.url(database), user, password), 1_000, relations);
    }

    private static List<Finding> check(SourceConfig config) {
        return new PostgresDialect(config).check();
    }

    private static List<Finding> refusals(SourceConfig config) {
        return check(config).stream().filter(Finding::refuses).toList();
    }

    private static List<ErrorCode> codes(SourceConfig config) {
        return refusals(config).stream().map(Finding::code).toList();
    }

    private void execute(String... statements) throws SQLException {
        run(database, statements);
    }

    private static void run(String database, String... statements) throws SQLException {
        try (Connection session = server.open(database);
                Statement statement = session.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
