package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.RelationSchema;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Relations as the catalog tells them: columns, key and contract. */
final class MysqlCatalogIT {
    private static MysqlTestServer server;
    private ConnectionConfig database;

    @BeforeAll
    static void start() {
        server = MysqlTestServer.start(MysqlVersion.V9_7);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void makeDatabase() throws SQLException {
        database = server.newDatabase("catalog");
    }

    @Test
    void readsColumnsAndHowTheirValuesCompareAsKeys() throws SQLException {
        RelationSchema schema = schema("CREATE TABLE t (u bigint unsigned NOT NULL, d decimal(10,2) NOT NULL,"
                + " b varbinary(9) NOT NULL, c varchar(9) COLLATE utf8mb4_0900_ai_ci NOT NULL,"
                + " x varchar(9) COLLATE utf8mb4_0900_bin NOT NULL, day date NOT NULL, at timestamp(3) NOT NULL,"
                + " e enum('a','b') NOT NULL, f double NOT NULL, seen int INVISIBLE NOT NULL DEFAULT 1,"
                + " twice int GENERATED ALWAYS AS (seen * 2) STORED, note text, PRIMARY KEY (u, d, b))");
        assertThat(schema.columns())
                .extracting(Column::name)
                .containsExactly("u", "d", "b", "c", "x", "day", "at", "e", "f", "seen", "note");
        assertThat(schema.columns())
                .extracting(Column::order)
                .containsExactly(
                        KeyOrder.INTEGER,
                        KeyOrder.NUMERIC,
                        KeyOrder.BYTEA,
                        KeyOrder.COLLATED,
                        KeyOrder.TEXT,
                        KeyOrder.DATE,
                        KeyOrder.TIMESTAMPTZ,
                        KeyOrder.UNORDERED,
                        KeyOrder.UNORDERED,
                        KeyOrder.INTEGER,
                        KeyOrder.UNORDERED);
        assertThat(schema.columns().get(0).type()).isEqualTo("bigint unsigned");
        assertThat(schema.columns().get(10).nullable()).isTrue();
        assertThat(schema.keyNames()).containsExactly("u", "d", "b");
        assertThat(schema.keyOrdered()).isTrue();
    }

    @Test
    void takesTheKeyThatTheServerMadeUp() throws SQLException {
        RelationSchema schema = schema("SET SESSION sql_generate_invisible_primary_key = ON", "CREATE TABLE t (n int)");
        assertThat(schema.keyNames()).containsExactly("my_row_id");
        assertThat(schema.columns()).extracting(Column::name).containsExactly("my_row_id", "n");
        assertThat(schema.columns().get(0).type()).isEqualTo("bigint unsigned");
    }

    @Test
    void choosesAUniqueIndexThatNamesEveryRow() throws SQLException {
        RelationSchema schema = schema("CREATE TABLE t (a int NOT NULL, b int, c varchar(50) NOT NULL, d int NOT NULL,"
                + " UNIQUE nullable (b), UNIQUE prefix (c(3)), UNIQUE expression ((abs(a))),"
                + " UNIQUE hidden (d) INVISIBLE, UNIQUE two (a, d), UNIQUE three (a, c, d))");
        assertThat(schema.keyNames()).containsExactly("a", "d");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE t MODIFY n int unsigned NOT NULL",
                "ALTER TABLE t MODIFY n int NULL",
                "ALTER TABLE t MODIFY c varchar(10) COLLATE utf8mb4_0900_bin NOT NULL",
                "ALTER TABLE t MODIFY c varchar(10) CHARACTER SET latin1 NOT NULL",
                "ALTER TABLE t ADD x int",
                "ALTER TABLE t DROP n",
                "ALTER TABLE t RENAME COLUMN n TO m",
                "ALTER TABLE t MODIFY e enum('b','a') NOT NULL",
                "ALTER TABLE t MODIFY g int GENERATED ALWAYS AS (id + 2) VIRTUAL",
                "ALTER TABLE t MODIFY n int NOT NULL FIRST",
                "ALTER TABLE t DROP PRIMARY KEY, ADD PRIMARY KEY (id, n)",
                "ALTER TABLE t ALTER n SET INVISIBLE"
            })
    void aChangeOfTheContractIsSeen(String change) throws SQLException {
        RelationSchema agreed = schema("CREATE TABLE t (id int NOT NULL, n int NOT NULL, c varchar(10) NOT NULL,"
                + " e enum('a','b') NOT NULL, g int GENERATED ALWAYS AS (id + 1) VIRTUAL, PRIMARY KEY (id))");
        assertThat(differences(agreed)).isEmpty();
        MysqlTestServer.execute(database, change);
        assertThat(differences(agreed))
                .singleElement()
                .extracting(Finding::code)
                .isEqualTo(change.contains("PRIMARY KEY") ? ErrorCode.IDENTITY_CHANGED : ErrorCode.SCHEMA_CHANGED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE t ADD INDEX (n)",
                "ALTER TABLE t ALTER n SET DEFAULT 4",
                "ALTER TABLE t COMMENT 'new'",
                "ALTER TABLE t PARTITION BY HASH (id) PARTITIONS 3",
                "ANALYZE TABLE t",
                "OPTIMIZE TABLE t"
            })
    void whatIsNotOfTheContractIsNoDifference(String change) throws SQLException {
        RelationSchema agreed = schema("CREATE TABLE t (id int PRIMARY KEY, n int NOT NULL)");
        MysqlTestServer.execute(database, change);
        assertThat(differences(agreed)).isEmpty();
    }

    @Test
    void aRelationThatIsGoneIsADifference() throws SQLException {
        RelationSchema agreed = schema("CREATE TABLE t (id int PRIMARY KEY)");
        MysqlTestServer.execute(database, "DROP TABLE t");
        assertThat(differences(agreed)).extracting(Finding::code).containsExactly(ErrorCode.SCHEMA_CHANGED);
    }

    private RelationSchema schema(String... commands) throws SQLException {
        MysqlTestServer.execute(database, commands);
        return read().get(0).schema();
    }

    private List<Finding> differences(RelationSchema agreed) {
        return MysqlContract.differences(List.of(agreed), new ArrayList<>(read()));
    }

    private List<MysqlRelation> read() {
        return MysqlSources.sessions(database)
                .ask(
                        "reading the catalog",
                        session -> new MysqlCatalog(session).read(MysqlSources.relations(database, "t")));
    }
}
