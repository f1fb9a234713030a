package io.trellara.handoff.bench;

import io.trellara.handoff.config.DatabaseKind;
import java.sql.SQLException;

/** The table that is copied from MySQL: the same rows of about 250 bytes of text. */
final class MysqlBenchTable {
    static final String NAME = MysqlBenchServers.DATABASE + ".orders";

    private static final String MYSQL = """
            CREATE TABLE bench.orders (
                id bigint PRIMARY KEY, customer varchar(60) NOT NULL, note varchar(200), amount decimal(12,2) NOT NULL,
                placed timestamp(6) NOT NULL, detail json NOT NULL, paid tinyint NOT NULL) CHARACTER SET utf8mb4""";

    private static final String POSTGRES = """
            CREATE TABLE bench.orders (
                id bigint PRIMARY KEY, customer varchar(60) NOT NULL, note varchar(200), amount numeric(12,2) NOT NULL,
                placed timestamptz NOT NULL, detail jsonb NOT NULL, paid smallint NOT NULL)""";

    /** So many rows of a transaction: its log must find room in memory. */
    private static final long AT_ONCE = 200_000;

    private MysqlBenchTable() {}

    static void createEmpty(BenchSide side) throws SQLException {
        side.execute("DROP TABLE IF EXISTS " + NAME, side.kind() == DatabaseKind.MYSQL ? MYSQL : POSTGRES);
    }

    /** Creates the table at the source with that many rows, and reads it through once. */
    static void fill(BenchSide source, long rows) throws SQLException {
        createEmpty(source);
        for (long from = 1; from <= rows; from += AT_ONCE) {
            source.execute("SET SESSION cte_max_recursion_depth = " + AT_ONCE, """
                    INSERT INTO bench.orders
                    WITH RECURSIVE n (i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d)
                    SELECT i, concat('customer ', left(sha2(i, 256), 32)), concat(sha2(i * 7, 256), ' ', i %% 97),
                           i %% 100000 / 100, timestamp'2024-01-01 00:00:00' + INTERVAL i * 1.001 SECOND,
                           json_object('sku', concat('A-', i %% 5000), 'quantity', i %% 9, 'gift', i %% 2 = 0,
                               'address', left(sha2(i * 3, 256), 32)), i %% 3 = 0
                      FROM n""".formatted(
                            from, Math.min(rows, from + AT_ONCE - 1)));
        }
        source.execute("ANALYZE TABLE bench.orders", "SELECT sum(length(note)) FROM bench.orders");
    }
}
