package io.trellara.handoff.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Both sides compared where MySQL is one of them: a difference of each kind is found, and nothing else. */
final class TableComparisonIT {
    private static final ShopDataset SHOP =
            new ShopDataset(ShopForm.MYSQL, ShopSizes.ofTotal(Long.getLong("rows", 10_000)));
    private static final List<Relation> RELATIONS = SHOP.relations();

    private static MysqlTestServer source;
    private static MysqlTestServer target;

    @BeforeAll
    static void startServers() throws SQLException {
        CompletableFuture<MysqlTestServer> later =
                CompletableFuture.supplyAsync(() -> MysqlTestServer.start(MysqlVersion.V8_0));
        source = MysqlTestServer.start(MysqlVersion.V9_7);
        target = later.join();
        created(source);
        created(target);
    }

    @AfterAll
    static void stopServers() {
        source.close();
        target.close();
    }

    @Test
    void sameShopOnTwoVersionsIsEqual() throws SQLException {
        ComparisonReport report = compared();
        assertThat(report.isEqual()).as(report.relations().toString()).isTrue();
        assertThat(report.rows()).isEqualTo(SHOP.sizes().total());
    }

    @Test
    void oneMissingOneExtraAndOneStaleRowAreFoundAndNamedByDigest() throws SQLException {
        ConnectionConfig shop = root(target);
        MysqlTestServer.execute(
                root(source),
                "INSERT INTO shop.orders (id, customer, state, total, version) VALUES (-1, '', 'open', 0, 0)");
        MysqlTestServer.execute(shop, "INSERT INTO shop.documents (id, title, body, version) VALUES (-1, '', '', 0)");
        MysqlTestServer.execute(shop, "UPDATE shop.products SET version = 1 WHERE sku = '" + ShopKeys.product(7) + "'");
        ComparisonReport report = compared();
        MysqlTestServer.execute(shop, "DELETE FROM shop.documents WHERE id = -1");
        MysqlTestServer.execute(shop, "UPDATE shop.products SET version = 0 WHERE sku = '" + ShopKeys.product(7) + "'");
        MysqlTestServer.execute(root(source), "DELETE FROM shop.orders WHERE id = -1");
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
                .startsWith("different key#")
                .doesNotContain(ShopKeys.product(7));
        assertThat(compared().isEqual()).isTrue();
    }

    private static ComparisonReport compared() throws SQLException {
        return new TableComparison(root(source), root(target)).compare(RELATIONS);
    }

    private static ConnectionConfig root(MysqlTestServer server) {
        return server.embedded().connection("");
    }

    private static void created(MysqlTestServer server) throws SQLException {
        try (Connection connection = MysqlTestServer.open(root(server))) {
            SHOP.create(connection);
        }
    }
}
