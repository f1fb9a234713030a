package io.trellara.handoff.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The shop on MySQL. */
final class MysqlShopIT {
    private static final ShopSizes SIZES = ShopSizes.ofTotal(Long.getLong("rows", 20_000));
    private static final ShopDataset SHOP = new ShopDataset(ShopForm.MYSQL, SIZES);
    private static MysqlTestServer server;

    @BeforeAll
    static void startServer() {
        server = MysqlTestServer.start(MysqlVersion.V9_7);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void keysInJavaAreTheKeysInTheServer() throws SQLException {
        ConnectionConfig shop = created();
        Map<ShopRelation, String> keys = Map.of(
                ShopRelation.CUSTOMERS, "LOWER(HEX(id))",
                ShopRelation.PRODUCTS, "sku",
                ShopRelation.ORDERS, "id",
                ShopRelation.ORDER_ITEMS, "CONCAT(order_id, '/', line)",
                ShopRelation.DOCUMENTS, "id");
        keys.forEach((relation, key) -> {
            Set<String> expected = new HashSet<>();
            for (long number = 1; number <= SIZES.of(relation.relation()); number++) {
                expected.add(relation.key(number));
            }
            assertThat(column(shop, "SELECT " + key + " FROM " + relation.relation()))
                    .isEqualTo(expected);
        });
    }

    @Test
    void writersMakeEveryKindOfChange() throws SQLException {
        ConnectionConfig shop = created();
        ShopWriters writers = ShopWriters.start(shop, SHOP, new WriterPlan(4, 7, 0, Duration.ofMillis(50), false));
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (writers.allRunning() && writers.counts().rows() < 4_000 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        writers.stop();
        WriterCounts counts = writers.counts();
        assertThat(counts.rowsByKind())
                .allSatisfy((kind, rows) -> assertThat(rows).isPositive());
        assertThat(counts.rolledBack()).isPositive();
        assertThat(counts.savepointsRolledBack()).isPositive();
        assertThat(counts.reconnects()).isZero();
    }

    @Test
    void writersSurviveAKillWhereTheyShall() throws SQLException {
        ConnectionConfig shop = created();
        ShopWriters writers = ShopWriters.start(shop, SHOP, new WriterPlan(2, 8, 100, Duration.ofMillis(5), true));
        server.embedded().kill();
        server.embedded().startAgain();
        long after = writers.counts().committed();
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (writers.counts().committed() < after + 50 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        writers.stop();
        assertThat(writers.counts().committed()).isGreaterThanOrEqualTo(after + 50);
        assertThat(writers.counts().reconnects()).isPositive();
    }

    /** On MySQL the schema is the database: there is one shop at a time. */
    private static ConnectionConfig created() throws SQLException {
        ConnectionConfig root = server.embedded().connection("");
        MysqlTestServer.execute(root, "DROP DATABASE IF EXISTS shop");
        try (Connection connection = MysqlTestServer.open(root)) {
            SHOP.create(connection);
        }
        return root;
    }

    private static Set<String> column(ConnectionConfig shop, String query) {
        try {
            return new HashSet<>(MysqlTestServer.column(shop, query));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
