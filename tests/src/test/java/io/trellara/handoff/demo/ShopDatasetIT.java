package io.trellara.handoff.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.local.PostgresVersion;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class ShopDatasetIT {
    private static final ShopSizes SIZES = ShopSizes.ofTotal(20_000);
    private static final ShopDataset SHOP = new ShopDataset(SIZES);
    private static TestServer server;

    @BeforeAll
    static void startServer() {
        server = Servers.source(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServer() throws SQLException {
        server.close();
    }

    @Test
    void sameSizesGiveTheSameRows() throws SQLException {
        ComparisonReport report = new TableComparison(created(), created()).compare(SHOP.relations());
        assertThat(report.isEqual()).isTrue();
        assertThat(report.rows()).isEqualTo(20_000);
    }

    @Test
    void keysInJavaAreTheKeysInTheServer() throws SQLException {
        ConnectionConfig shop = created();
        for (ShopRelation relation : ShopRelation.values()) {
            String key = relation == ShopRelation.ORDER_ITEMS
                    ? "order_id || '/' || line"
                    : relation == ShopRelation.PRODUCTS
                            ? "sku"
                            : relation == ShopRelation.CUSTOMERS ? "replace(id::text, '-', '')" : "id::text";
            Set<String> expected = new HashSet<>();
            for (long number = 1; number <= SIZES.of(relation.relation()); number++) {
                expected.add(relation.key(number));
            }
            assertThat(texts(
                            shop,
                            "SELECT " + key + " FROM " + relation.relation().quoted()))
                    .isEqualTo(expected);
        }
    }

    @Test
    void documentsAreStoredOutOfLineAndDoNotCompress() throws SQLException {
        ConnectionConfig shop = created();
        assertThat(
                        texts(
                                shop,
                                "SELECT (avg(pg_column_size(body)) > 3000)::text"
                                        + " || (avg(pg_column_size(body)) > 0.95 * avg(octet_length(body)))::text FROM shop.documents"))
                .containsExactly("truetrue");
    }

    @Test
    void comparisonSeesOneMissingOneExtraAndOneDifferentRow() throws SQLException {
        ConnectionConfig source = created();
        ConnectionConfig target = created();
        TestServer.execute(target, "DELETE FROM shop.orders WHERE id = 4");
        TestServer.execute(target, "INSERT INTO shop.documents (id, title, body, version) VALUES (-1, '', '', 0)");
        TestServer.execute(target, "UPDATE shop.products SET version = 1 WHERE sku = '" + ShopKeys.product(7) + "'");
        ComparisonReport report = new TableComparison(source, target).compare(SHOP.relations());
        assertThat(report.isEqual()).isFalse();
        assertThat(report.relations().stream().mapToLong(RelationComparison::missing))
                .containsExactly(0L, 0L, 1L, 0L, 0L);
        assertThat(report.relations().stream().mapToLong(RelationComparison::extra))
                .containsExactly(0L, 0L, 0L, 0L, 1L);
        assertThat(report.relations().stream().mapToLong(RelationComparison::different))
                .containsExactly(0L, 1L, 0L, 0L, 0L);
        assertThat(report.relations().get(1).samples())
                .singleElement()
                .asString()
                .doesNotContain(ShopKeys.product(7));
    }

    @Test
    void writersMakeEveryKindOfChange() throws Exception {
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
    void writersSurviveARestartWhereTheyShall() throws Exception {
        ConnectionConfig shop = created();
        ShopWriters writers = ShopWriters.start(shop, SHOP, new WriterPlan(2, 8, 100, Duration.ofMillis(5), true));
        server.embedded().restart(EmbeddedPostgresServer.StopMode.IMMEDIATE);
        long after = writers.counts().committed();
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (writers.counts().committed() < after + 50 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        writers.stop();
        assertThat(writers.counts().committed()).isGreaterThanOrEqualTo(after + 50);
        assertThat(writers.counts().reconnects()).isPositive();
    }

    private static ConnectionConfig created() throws SQLException {
        ConnectionConfig shop = server.newDatabase("shop");
        try (Connection connection = TestServer.open(shop)) {
            SHOP.create(connection);
        }
        return shop;
    }

    private static Set<String> texts(ConnectionConfig database, String query) throws SQLException {
        Set<String> texts = new HashSet<>();
        try (Connection connection = TestServer.open(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}
