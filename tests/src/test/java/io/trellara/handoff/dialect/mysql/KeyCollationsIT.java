package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Composite keys with collated text: the order that the gate goes by is that of ORDER BY, and equal is what is equal
 * there.
 */
final class KeyCollationsIT {
    private static final int ROWS = 400;
    private static final String[] PIECES = {
        "a", "A", "\u00e1", "\u00e4", "ae", "b", "B", "z", "\u00df", "ss", " ", "\t", "\u0001", "_", "-", "1", "10"
    };

    @SuppressWarnings("NullAway.Init")
    private static MysqlTestServer server;

    @BeforeAll
    static void start() throws SQLException {
        server = MysqlTestServer.start(MysqlVersion.V9_7, Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "utf8mb4_0900_ai_ci",
                "utf8mb4_0900_as_cs",
                "utf8mb4_general_ci",
                "utf8mb4_unicode_ci",
                "utf8mb4_bin",
                "latin1_swedish_ci",
                "latin1_german2_ci"
            })
    void keysCompareAsTheServerOrdersThem(String collation) throws SQLException {
        ConnectionConfig database = server.newDatabase("keys");
        RelationSchema schema = table(database, collation);
        try (Connection session = MysqlTestServer.open(database);
                KeyCollations collations =
                        new KeyCollations(MysqlSources.sessions(database), MysqlSources.identity(database))) {
            fill(session);
            assertThat(collations.checked(schema)).isEqualTo(schema);
            Comparator<Key> order = collations.of(schema);
            List<Key> keys = new ArrayList<>();
            List<Integer> ranks = new ArrayList<>();
            read(session, keys, ranks);
            assertThat(keys).hasSize(ROWS);
            for (int i = 1; i < keys.size(); i++) {
                assertThat(Integer.signum(order.compare(keys.get(i - 1), keys.get(i))))
                        .as("keys %d and %d", i - 1, i)
                        .isEqualTo(Integer.signum(ranks.get(i - 1) - ranks.get(i)));
                Key first = keys.get(0);
                assertThat(Integer.signum(order.compare(keys.get(i), first)))
                        .isEqualTo(Integer.signum(ranks.get(i) - ranks.get(0)));
            }
        }
    }

    @Test
    void aCollationThatTheServerDoesNotOrderByWeightsGivesNoOrder() throws SQLException {
        ConnectionConfig database = server.newDatabase("keys");
        RelationSchema schema = table(database, "utf8mb4_0900_ai_ci");
        List<Column> columns = new ArrayList<>(schema.columns());
        columns.set(1, new Column("k", "varchar(40) COLLATE nobodys_ci", 0, false, KeyOrder.COLLATED));
        RelationSchema strange =
                new RelationSchema(schema.relation(), columns, schema.keyColumns(), schema.fingerprint());
        try (KeyCollations collations =
                new KeyCollations(MysqlSources.sessions(database), MysqlSources.identity(database))) {
            assertThat(collations.checked(strange).keyOrdered()).isFalse();
        }
    }

    private static RelationSchema table(ConnectionConfig database, String collation) throws SQLException {
        String charset = collation.substring(0, collation.indexOf('_'));
        MysqlTestServer.execute(
                database,
                "CREATE TABLE t (a int NOT NULL, k varchar(40) CHARACTER SET " + charset + " COLLATE " + collation
                        + " NOT NULL, b varbinary(4) NOT NULL, n int AUTO_INCREMENT, KEY (n), PRIMARY KEY (a, k, b, n))");
        try (Connection session = MysqlTestServer.open(database)) {
            RelationSchema whole = new MysqlCatalog(session)
                    .read(MysqlSources.relations(database, "t"))
                    .get(0)
                    .schema();
            return new RelationSchema(whole.relation(), whole.columns(), List.of(0, 1, 2), whole.fingerprint());
        }
    }

    private static void fill(Connection session) throws SQLException {
        Random chance = new Random(20);
        try (PreparedStatement insert = session.prepareStatement("INSERT INTO t (a, k, b) VALUES (?, ?, ?)")) {
            for (int row = 0; row < ROWS; row++) {
                StringBuilder text = new StringBuilder();
                for (int i = chance.nextInt(5); i > 0; i--) {
                    text.append(PIECES[chance.nextInt(PIECES.length)]);
                }
                insert.setInt(1, chance.nextInt(3) - 1);
                insert.setString(2, text.toString());
                insert.setBytes(3, new byte[] {(byte) chance.nextInt(2)});
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static void read(Connection session, List<Key> keys, List<Integer> ranks) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT a, CONVERT(k USING utf8mb4), b, DENSE_RANK() OVER (ORDER BY a, k, b) AS place FROM t"
                                + " ORDER BY place")) {
            while (row.next()) {
                keys.add(new Key(List.of(
                        row.getString(1),
                        row.getString(2),
                        "\\x" + HexFormat.of().formatHex(row.getBytes(3)))));
                ranks.add(row.getInt(4));
            }
        }
    }
}
