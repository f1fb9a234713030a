package io.trellara.handoff.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.DatabaseSession;
import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both sides compared where MySQL is one of them: a difference of each kind is found, and nothing else. */
final class TableComparisonIT {
    private static final ShopSizes SIZES = ShopSizes.ofTotal(Long.getLong("rows", 10_000));
    private static final ShopDataset SHOP = new ShopDataset(ShopForm.MYSQL, SIZES);
    private static final String EXTRA_ORDER =
            "INSERT INTO shop.orders (id, customer, state, total, version) VALUES (-1, '', 'open', 0, 0)";
    private static final String EXTRA_DOCUMENT =
            "INSERT INTO shop.documents (id, title, body, version) VALUES (-1, '', '', 0)";

    private static MysqlTestServer newer;
    private static MysqlTestServer older;
    private static EmbeddedPostgresServer postgres;

    @BeforeAll
    static void startServers() throws SQLException {
        CompletableFuture<MysqlTestServer> later =
                CompletableFuture.supplyAsync(() -> MysqlTestServer.start(MysqlVersion.V8_0));
        newer = MysqlTestServer.start(MysqlVersion.V9_7);
        older = later.join();
        postgres = EmbeddedPostgresServer.start(PostgresVersion.V17, Map.of());
        created(SHOP, newer());
        created(SHOP, older());
        created(new ShopDataset(ShopForm.PLAIN_POSTGRESQL, SIZES), postgres());
        for (String column : new String[] {"customers ALTER id", "orders ALTER customer"}) {
            String name = column.substring(column.lastIndexOf(' ') + 1);
            execute(
                    postgres(),
                    "ALTER TABLE shop." + column + " TYPE bytea USING decode(replace(" + name
                            + "::text, '-', ''), 'hex')");
        }
    }

    @AfterAll
    static void stopServers() {
        newer.close();
        older.close();
        postgres.close();
    }

    @AfterEach
    void takeBackWhatWasPlanted() throws SQLException {
        for (ConnectionConfig side : new ConnectionConfig[] {newer(), older(), postgres()}) {
            execute(side, "DELETE FROM shop.orders WHERE id = -1");
            execute(side, "DELETE FROM shop.documents WHERE id = -1");
            execute(side, "UPDATE shop.products SET version = 0 WHERE sku = '" + ShopKeys.product(7) + "'");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql 8.0", "postgresql"})
    void theSameShopIsEqualToMysqls(String other) throws SQLException {
        ComparisonReport report = compared(newer(), other(other));
        assertThat(report.isEqual()).as(report.relations().toString()).isTrue();
        assertThat(report.rows()).isEqualTo(SHOP.sizes().total());
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql 8.0", "postgresql"})
    void oneMissingOneExtraAndOneStaleRowAreFoundAndNamedByDigest(String other) throws SQLException {
        execute(newer(), EXTRA_ORDER);
        execute(other(other), EXTRA_DOCUMENT);
        execute(other(other), "UPDATE shop.products SET version = 1 WHERE sku = '" + ShopKeys.product(7) + "'");
        ComparisonReport report = compared(newer(), other(other));
        requireOneOfEach(report);
        assertThat(report.relations().get(1).samples())
                .singleElement()
                .asString()
                .startsWith("different key#")
                .doesNotContain(ShopKeys.product(7));
    }

    @Test
    void theSameFromPostgresToMysql() throws SQLException {
        execute(postgres(), EXTRA_ORDER);
        execute(newer(), EXTRA_DOCUMENT);
        execute(newer(), "UPDATE shop.products SET version = 1 WHERE sku = '" + ShopKeys.product(7) + "'");
        requireOneOfEach(compared(postgres(), newer()));
    }

    private static void requireOneOfEach(ComparisonReport report) {
        assertThat(report.isEqual()).isFalse();
        assertThat(report.relations().stream().mapToLong(RelationComparison::missing))
                .containsExactly(0L, 0L, 1L, 0L, 0L);
        assertThat(report.relations().stream().mapToLong(RelationComparison::extra))
                .containsExactly(0L, 0L, 0L, 0L, 1L);
        assertThat(report.relations().stream().mapToLong(RelationComparison::different))
                .containsExactly(0L, 1L, 0L, 0L, 0L);
    }

    private static ComparisonReport compared(ConnectionConfig source, ConnectionConfig target) throws SQLException {
        return new TableComparison(source, target).compare(SHOP.relations());
    }

    private static ConnectionConfig newer() {
        return newer.embedded().connection("");
    }

    private static ConnectionConfig older() {
        return older.embedded().connection("");
    }

    private static ConnectionConfig postgres() {
        return postgres.connection("postgres");
    }

    private static ConnectionConfig other(String name) {
        return name.equals("postgresql") ? postgres() : older();
    }

    private static void created(ShopDataset shop, ConnectionConfig server) throws SQLException {
        try (Connection connection = DatabaseSession.open(server, "handoff test")) {
            shop.create(connection);
        }
    }

    private static void execute(ConnectionConfig server, String command) throws SQLException {
        try (Connection connection = DatabaseSession.open(server, "handoff test");
                Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }
}
