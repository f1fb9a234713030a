package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Weights that the server tells order texts as its own ORDER BY does. */
final class CollationWeightsIT {
    private static final String[] PARTS = {
        "a", "A", "b", "B", " ", "  ", "\t", "\u0001", "\u001f", "_", "-", "1", "10", "\u00e4", "\u00e9", "\u00df",
        "ss", "\u00c4", "z", "~"
    };
    private static final int TEXTS = 1_500;

    private static MysqlTestServer server;
    private static ConnectionConfig database;

    @BeforeAll
    static void start() throws SQLException {
        server = MysqlTestServer.start(
                MysqlVersion.V9_7, Map.of("sync-binlog", "0", "innodb-flush-log-at-trx-commit", "2"));
        database = server.newDatabase("weights");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "utf8mb4, utf8mb4_0900_ai_ci",
        "utf8mb4, utf8mb4_0900_as_cs",
        "utf8mb4, utf8mb4_0900_bin",
        "utf8mb4, utf8mb4_de_pb_0900_ai_ci",
        "utf8mb4, utf8mb4_general_ci",
        "utf8mb4, utf8mb4_unicode_ci",
        "utf8mb4, utf8mb4_unicode_520_ci",
        "utf8mb4, utf8mb4_bin",
        "utf8mb3, utf8mb3_general_ci",
        "latin1, latin1_swedish_ci",
        "latin1, latin1_german2_ci",
        "latin1, latin1_bin",
        "gbk, gbk_chinese_ci",
        "utf16, utf16_unicode_ci"
    })
    void ordersAsTheServerDoes(String charset, String collation) throws SQLException {
        String table = "t_" + collation;
        List<Ranked> ranked;
        Optional<CollationWeights> weights;
        List<byte[]> asked = new ArrayList<>();
        try (Connection session = MysqlTestServer.open(database);
                Statement statement = session.createStatement()) {
            statement.execute("SET SESSION sql_mode = ''"); // what the set does not have becomes a question mark
            statement.execute("CREATE TABLE " + table + " (v varchar(40) CHARACTER SET " + charset + " COLLATE "
                    + collation + ")");
            statement.execute("INSERT INTO " + table + " VALUES " + values(new Random(collation.hashCode())));
            ranked = ranked(statement, table);
            weights = CollationWeights.of(session, collation);
            assertThat(weights).isPresent();
            List<String> texts = ranked.stream().map(Ranked::text).toList();
            asked.addAll(weights.get().weights(session, texts));
            assertThat(weights.get().kept())
                    .isEqualTo((int) texts.stream().distinct().count());
            assertThat(weights.get().weights(session, texts)).containsExactlyElementsOf(asked);
        }
        WeightOrder order = weights.get().order();
        for (int i = 1; i < asked.size(); i++) {
            int expected = Long.compare(ranked.get(i - 1).rank(), ranked.get(i).rank());
            assertThat(Integer.signum(order.compare(asked.get(i - 1), asked.get(i))))
                    .as(ranked.get(i - 1) + " and " + ranked.get(i))
                    .isEqualTo(expected);
        }
    }

    private record Ranked(String text, long rank) {}

    /** All texts with their place in the server's order, in which equal ones share a place. */
    private static List<Ranked> ranked(Statement statement, String table) throws SQLException {
        List<Ranked> ranked = new ArrayList<>();
        try (ResultSet row = statement.executeQuery("SELECT HEX(CONVERT(v USING utf8mb4)), r FROM (SELECT v,"
                + " DENSE_RANK() OVER (ORDER BY v) AS r FROM " + table + ") AS ranks ORDER BY r")) {
            while (row.next()) {
                byte[] text = HexFormat.of().parseHex(row.getString(1));
                ranked.add(new Ranked(new String(text, StandardCharsets.UTF_8), row.getLong(2)));
            }
        }
        return ranked;
    }

    private static String values(Random random) {
        StringBuilder values = new StringBuilder();
        for (int i = 0; i < TEXTS; i++) {
            StringBuilder text = new StringBuilder();
            for (int part = random.nextInt(5); part > 0; part--) {
                text.append(PARTS[random.nextInt(PARTS.length)]);
            }
            String hex = HexFormat.of().formatHex(text.toString().getBytes(StandardCharsets.UTF_8));
            values.append(i == 0 ? "" : ", ").append("(_utf8mb4 x'" + hex + "')");
        }
        return values.toString();
    }

    /** The twin of the rule: without the spaces a key that goes on below a space is in the wrong place. */
    @Test
    void withoutSpacesTheWeightsOrderWrongly() throws SQLException {
        try (Connection session = MysqlTestServer.open(database)) {
            CollationWeights weights =
                    CollationWeights.of(session, "utf8mb4_general_ci").orElseThrow();
            List<byte[]> pair = weights.weights(session, List.of("a", "a\t"));
            assertThat(weights.order().compare(pair.get(0), pair.get(1))).isPositive();
            assertThat(new WeightOrder(Optional.empty()).compare(pair.get(0), pair.get(1)))
                    .isNegative();
        }
    }

    @Test
    void knowsNoCollationThatTheServerDoesNot() throws SQLException {
        try (Connection session = MysqlTestServer.open(database)) {
            assertThat(CollationWeights.of(session, "nothing_ci")).isEmpty();
        }
    }
}
