package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.GtidSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the stream makes of everything that a server writes into its log. */
final class MysqlStreamContentIT {
    private static final Map<String, String> FAST = Map.of("sync-binlog", "0", "innodb-flush-log-at-trx-commit", "2");

    private static MysqlTestServer server;
    private ConnectionConfig database;

    @BeforeAll
    static void start() {
        server = MysqlTestServer.start(MysqlVersion.V9_7, FAST);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void tables() throws SQLException {
        database = server.newDatabase("content");
        run(
                "CREATE TABLE orders (id int PRIMARY KEY, v varchar(20), j json, t text)",
                "CREATE TABLE other (id int PRIMARY KEY, v varchar(20))");
    }

    private void run(String... commands) throws SQLException {
        MysqlTestServer.execute(database, commands);
    }

    private List<String> changesOf(String... commands) throws SQLException {
        try (StreamUnderTest stream = StreamUnderTest.fromNow(database, "orders")) {
            run(commands);
            stream.catchUp(database);
            assertThat(stream.recorded.position).isEqualTo(ignoringPlace(stream.recorded.position));
            return stream.changes();
        }
    }

    /** The position must hold exactly what the server has executed. */
    private BinlogPosition ignoringPlace(BinlogPosition at) throws SQLException {
        return new BinlogPosition(StreamUnderTest.now(database).gtids(), at.place(), at.last());
    }

    private void halts(ErrorCode code, String... commands) throws SQLException {
        try (StreamUnderTest stream = StreamUnderTest.fromNow(database, "orders")) {
            run(commands);
            assertThatThrownBy(() -> stream.catchUp(database))
                    .isInstanceOfSatisfying(
                            HandoffException.class,
                            failure -> assertThat(failure.code()).isEqualTo(code));
        }
    }

    @Test
    void handsOutRowsOfItsTablesInTheirTransactions() throws SQLException {
        assertThat(changesOf(
                        "INSERT INTO orders VALUES (1, 'a', NULL, NULL), (2, 'b', '{\"k\": 1}', '')",
                        "INSERT INTO other VALUES (1, 'x')",
                        "UPDATE orders SET v = 'c'",
                        "DELETE FROM orders WHERE id = 1",
                        "UPDATE orders SET id = 7"))
                .containsExactly(
                        "+ orders 1|a|NULL|NULL",
                        "+ orders 2|b|{\"k\": 1}|",
                        "* orders 1|a|NULL|NULL -> 1|c|NULL|NULL",
                        "* orders 2|b|{\"k\": 1}| -> 2|c|{\"k\": 1}|",
                        "- orders 1|c|NULL|NULL",
                        "* orders 2|c|{\"k\": 1}| -> 7|c|{\"k\": 1}|");
    }

    @Test
    void countsTheRowsThatItDoesNotHandOut() throws SQLException {
        try (StreamUnderTest stream = StreamUnderTest.fromNow(database, "orders")) {
            run("INSERT INTO other VALUES (1, 'a'), (2, NULL), (3, 'c')", "UPDATE other SET v = 'x' WHERE id > 1");
            run("SET SESSION binlog_row_image = 'MINIMAL'", "UPDATE other SET v = 'y' WHERE id = 1", "TRUNCATE other");
            run("INSERT INTO orders (id, v) VALUES (1, 'a')");
            stream.catchUp(database);
            assertThat(stream.recorded.passedOver).isEqualTo(3 + 2 + 1 + 1);
        }
    }

    @Test
    void passesOverAnotherShapeWhereNoChangeOfTheRelationIsTaken() throws SQLException {
        try (StreamUnderTest stream = StreamUnderTest.fromNow(database, "orders", "other")) {
            stream.recorded.suppressed.add("orders");
            run("ALTER TABLE orders ADD COLUMN n int", "INSERT INTO orders (id, v) VALUES (1, 'a'), (2, 'b')");
            run("SET SESSION binlog_row_image = 'MINIMAL'", "DELETE FROM orders WHERE id = 1");
            run("INSERT INTO other VALUES (1, 'x')");
            assertThat(stream.catchUp(database).changes()).containsExactly("+ other 1|x");
            assertThat(stream.recorded.passedOver).isEqualTo(3);
        }
    }

    @Test
    void leavesOutWhatWasRolledBackToASavepoint() throws SQLException {
        assertThat(changesOf(
                        "BEGIN",
                        "INSERT INTO orders (id, v) VALUES (1, 'a')",
                        "SAVEPOINT s",
                        "INSERT INTO orders (id, v) VALUES (2, 'b')",
                        "ROLLBACK TO s",
                        "INSERT INTO orders (id, v) VALUES (3, 'c')",
                        "COMMIT"))
                .containsExactly("+ orders 1|a|NULL|NULL", "+ orders 3|c|NULL|NULL");
    }

    @Test
    void readsCompressedTransactions() throws SQLException {
        assertThat(changesOf(
                        "SET SESSION binlog_transaction_compression = ON",
                        "INSERT INTO orders (id, v) VALUES (1, REPEAT('a', 20)), (2, 'b')",
                        "UPDATE orders SET v = 'c' WHERE id = 1"))
                .containsExactly(
                        "+ orders 1|" + "a".repeat(20) + "|NULL|NULL",
                        "+ orders 2|b|NULL|NULL",
                        "* orders 1|" + "a".repeat(20) + "|NULL|NULL -> 1|c|NULL|NULL");
    }

    @Test
    void knowsTaggedGtidsAndResumesBehindThem() throws SQLException {
        try (StreamUnderTest stream = StreamUnderTest.fromNow(database, "orders")) {
            run(
                    "SET SESSION gtid_next = 'AUTOMATIC:blue'",
                    "INSERT INTO orders (id, v) VALUES (1, 'a')",
                    "INSERT INTO orders (id, v) VALUES (2, 'a')",
                    "SET SESSION gtid_next = 'AUTOMATIC'",
                    "INSERT INTO orders (id, v) VALUES (3, 'a')");
            stream.catchUp(database);
            assertThat(stream.recorded.position.gtids())
                    .isEqualTo(StreamUnderTest.now(database).gtids());
            assertThat(stream.recorded.position.gtids().toString()).contains(":blue:1-2");
            run("SET SESSION gtid_next = 'AUTOMATIC:blue'", "INSERT INTO orders (id, v) VALUES (4, 'a')");
            try (StreamUnderTest second = StreamUnderTest.from(
                    stream.recorded.position,
                    StreamUnderTest.source(database),
                    StreamUnderTest.contract(database, "orders"))) {
                assertThat(second.catchUp(database).changes()).containsExactly("+ orders 4|a|NULL|NULL");
            }
        }
    }

    @Test
    void resumesInTheMiddleOfASetWithGaps() throws SQLException {
        GtidSet before = StreamUnderTest.now(database).gtids();
        run("INSERT INTO orders (id, v) VALUES (1, 'a')");
        GtidSet first = StreamUnderTest.now(database).gtids();
        run("INSERT INTO orders (id, v) VALUES (2, 'a')");
        GtidSet second = StreamUnderTest.now(database).gtids();
        run("INSERT INTO orders (id, v) VALUES (3, 'a')");
        BinlogPosition gap = BinlogPosition.of(before.union(second.subtract(first)));
        try (StreamUnderTest stream = StreamUnderTest.from(
                gap, StreamUnderTest.source(database), StreamUnderTest.contract(database, "orders"))) {
            assertThat(stream.catchUp(database).changes())
                    .containsExactly("+ orders 1|a|NULL|NULL", "+ orders 3|a|NULL|NULL");
        }
    }

    @Test
    void handsATruncateOutAndStopsBehindIt() throws SQLException {
        try (StreamUnderTest stream = StreamUnderTest.fromNow(database, "orders")) {
            run(
                    "INSERT INTO orders (id, v) VALUES (1, 'a')",
                    "/* all of it */ TRUNCATE orders",
                    "TRUNCATE TABLE other");
            stream.recorded.pausesAtTruncate = true;
            stream.await(() -> stream.changes().size() == 2);
            stream.stream.poll(stream.recorded, 1_000);
            assertThat(stream.recorded.inTransaction()).isTrue();
            stream.recorded.paused = false;
            stream.catchUp(database);
            assertThat(stream.changes()).containsExactly("+ orders 1|a|NULL|NULL", "0 orders");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE INDEX i ON orders (v)",
                "CREATE UNIQUE INDEX i ON orders (v, id)",
                "ALTER TABLE orders ADD INDEX i (v), ALGORITHM=INPLACE",
                "ALTER TABLE orders COMMENT = 'more'",
                "ALTER TABLE other ADD COLUMN n int",
                "CREATE TABLE orders_copy LIKE orders",
                "CREATE TABLE orders_copy AS SELECT * FROM orders",
                "CREATE TABLE IF NOT EXISTS orders (id int)",
                "CREATE VIEW w AS SELECT * FROM orders",
                "CREATE TRIGGER g AFTER INSERT ON orders FOR EACH ROW SET @x = 1",
                "DROP TABLE other",
                "CREATE TEMPORARY TABLE orders_t (id int)",
                "ANALYZE TABLE orders",
                "OPTIMIZE TABLE orders",
                "CREATE USER IF NOT EXISTS somebody IDENTIFIED BY 'x'",
                "GRANT SELECT ON *.* TO root@'127.0.0.1'",
                "INSERT INTO other VALUES (9, 'DROP TABLE orders')"
            })
    void passesOverWhatLeavesItsTablesAsTheyAre(String command) throws SQLException {
        assertThat(changesOf(command, "INSERT INTO orders (id, v) VALUES (1, 'a')"))
                .containsExactly("+ orders 1|a|NULL|NULL");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE orders ADD COLUMN n int",
                "/* c */ ALTER /* d */ TABLE `orders` DROP COLUMN v",
                "-- first a remark\nALTER TABLE orders MODIFY v varchar(30)",
                "/*!50000 ALTER TABLE orders RENAME COLUMN v TO w */",
                "ALTER TABLE orders DROP PRIMARY KEY, ADD PRIMARY KEY (id, v)",
                "RENAME TABLE orders TO orders_old",
                "RENAME TABLE other TO spare, orders TO other",
                "ALTER TABLE orders RENAME TO orders_old",
                "DROP TABLE other, orders",
                "DROP TABLE IF EXISTS orders"
            })
    void haltsWhereATableOfItsOwnIsReshaped(String command) throws SQLException {
        halts(ErrorCode.SCHEMA_CHANGED, command);
    }

    @Test
    void haltsWhereAShadowTableTakesTheName() throws SQLException {
        run("CREATE TABLE _orders_new LIKE orders");
        halts(
                ErrorCode.SCHEMA_CHANGED,
                "INSERT INTO _orders_new SELECT * FROM orders",
                "RENAME TABLE orders TO _orders_old, _orders_new TO orders");
    }

    @Test
    void haltsWhereItsDatabaseIsDropped() throws SQLException {
        try (StreamUnderTest stream = StreamUnderTest.fromNow(database, "orders")) {
            run("DROP DATABASE " + StreamUnderTest.name(database));
            assertThatThrownBy(() -> stream.catchUp(server.embedded().connection("")))
                    .isInstanceOfSatisfying(
                            HandoffException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.SCHEMA_CHANGED));
        }
    }

    @Test
    void haltsWhereAPartitionIsExchanged() throws SQLException {
        run(
                "CREATE TABLE parts (id int PRIMARY KEY, v varchar(20), j json, t text)"
                        + " PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN MAXVALUE)");
        halts(ErrorCode.SCHEMA_CHANGED, "ALTER TABLE parts EXCHANGE PARTITION p0 WITH TABLE orders");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "BINLOG_STATEMENT; SET SESSION binlog_format = 'STATEMENT'; INSERT INTO orders (id, v) VALUES (5, 'x')",
                "BINLOG_STATEMENT; SET SESSION binlog_format = 'STATEMENT'; UPDATE other SET v = 'x' WHERE id = 1",
                "BINLOG_STATEMENT; SET SESSION binlog_format = 'MIXED'; DELETE FROM orders WHERE id = 1",
                "BINLOG_ROW_IMAGE; SET SESSION binlog_row_image = 'MINIMAL'; UPDATE orders SET v = 'x' WHERE id = 1",
                "BINLOG_ROW_IMAGE; SET SESSION binlog_row_image = 'NOBLOB'; UPDATE orders SET v = 'x' WHERE id = 1",
                "BINLOG_ROW_IMAGE; SET SESSION binlog_row_value_options = 'PARTIAL_JSON';"
                        + " UPDATE orders SET j = JSON_SET(j, '$.k', 2) WHERE id = 1"
            })
    void haltsWhereTheLogHoldsLessThanWholeRows(ErrorCode code, String setting, String command) throws SQLException {
        run("INSERT INTO orders VALUES (1, 'a', '{\"k\": 1, \"l\": \"" + "x".repeat(100) + "\"}', 't')");
        run("INSERT INTO other VALUES (1, 'a')");
        halts(code, setting, command);
    }

    @Test
    void passesOverPartsOfRowsThatAreNotItsOwn() throws SQLException {
        run("INSERT INTO other VALUES (1, 'a')");
        assertThat(changesOf("SET SESSION binlog_row_image = 'MINIMAL'", "UPDATE other SET v = 'x' WHERE id = 1"))
                .isEmpty();
    }

    @Test
    void passesOverStatementsOnTheServersOwnTables() throws SQLException {
        assertThat(changesOf(
                        "SET SESSION binlog_format = 'STATEMENT'",
                        "INSERT INTO mysql.func SELECT * FROM mysql.func WHERE name = 'none'",
                        "SET SESSION binlog_format = 'ROW'",
                        "INSERT INTO orders (id, v) VALUES (1, 'a')"))
                .containsExactly("+ orders 1|a|NULL|NULL");
    }

    @Test
    void handsOutAnXaTransactionInOnePhase() throws SQLException {
        assertThat(changesOf(
                        "XA START 'x1'",
                        "INSERT INTO orders (id, v) VALUES (1, 'a')",
                        "INSERT INTO other VALUES (1, 'a')",
                        "XA END 'x1'",
                        "XA COMMIT 'x1' ONE PHASE",
                        "INSERT INTO orders (id, v) VALUES (2, 'a')"))
                .containsExactly("+ orders 1|a|NULL|NULL", "+ orders 2|a|NULL|NULL");
    }

    @Test
    void handsOutNothingOfAnXaTransactionThatIsPreparedAndHalts() throws SQLException {
        try (StreamUnderTest stream = StreamUnderTest.fromNow(database, "orders")) {
            run("XA START 'x2'", "INSERT INTO orders (id, v) VALUES (1, 'a')", "XA END 'x2'", "XA PREPARE 'x2'");
            assertThatThrownBy(() -> stream.catchUp(database))
                    .isInstanceOfSatisfying(
                            HandoffException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.BINLOG_XA));
            assertThat(stream.changes()).isEmpty();
        } finally {
            run("XA ROLLBACK 'x2'");
        }
    }

    @Test
    void passesOverPreparedTransactionsThatAreNotItsOwn() throws SQLException {
        assertThat(changesOf(
                        "XA START 'x3'",
                        "INSERT INTO other VALUES (1, 'a')",
                        "XA END 'x3'",
                        "XA PREPARE 'x3'",
                        "XA COMMIT 'x3'",
                        "INSERT INTO orders (id, v) VALUES (2, 'a')"))
                .containsExactly("+ orders 2|a|NULL|NULL");
    }

    @Test
    void keepsColumnsThatAreNotCopiedInTheirPlaces() throws SQLException {
        run("CREATE TABLE wide (id int PRIMARY KEY, a int, s int AS (a * 2) STORED, w int AS (a * 3) VIRTUAL, z int)");
        try (StreamUnderTest stream = StreamUnderTest.fromNow(database, "wide")) {
            run("INSERT INTO wide (id, a, z) VALUES (1, 2, 9)");
            assertThat(stream.catchUp(database).changes()).containsExactly("+ wide 1|2|4|6|9");
        }
    }

    @Test
    void comparesTheColumnsNamesWhereTheServerTellsThem() throws SQLException {
        run("SET GLOBAL binlog_row_metadata = 'FULL'");
        try {
            assertThat(changesOf("INSERT INTO orders (id, v) VALUES (1, 'a')"))
                    .containsExactly("+ orders 1|a|NULL|NULL");
        } finally {
            run("SET GLOBAL binlog_row_metadata = 'MINIMAL'");
        }
    }
}
