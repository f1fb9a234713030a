package io.trellara.handoff.verify.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.verify.rows.DifferingRow.Kind;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows of real servers compared in every direction: each difference is found, with its key, and nothing else. */
final class RangeComparisonIT {
    private static final Map<String, String> FAST = Map.of("sync-binlog", "0", "innodb-flush-log-at-trx-commit", "2");
    private static final Relation ITEMS = new Relation("shop", "items");
    private static final int ROWS = ItemSide.TENANTS * ItemSide.IDS;

    private static TestServer postgres;
    private static MysqlTestServer mysql;
    private static MysqlTestServer otherMysql;

    @BeforeAll
    static void start() throws SQLException {
        postgres = Servers.target(PostgresVersion.V16);
        mysql = MysqlTestServer.start(MysqlVersion.V9_7, FAST);
        otherMysql = MysqlTestServer.start(MysqlVersion.V9_7, FAST);
        for (MysqlTestServer server : List.of(mysql, otherMysql)) {
            TestServer.execute(server.embedded().connection(""), "CREATE DATABASE shop");
        }
    }

    @AfterAll
    static void stop() throws SQLException {
        postgres.close();
        mysql.close();
        otherMysql.close();
    }

    static Stream<Arguments> directions() {
        return Stream.of(DatabaseKind.values())
                .flatMap(source -> Stream.of(DatabaseKind.values()).map(target -> Arguments.of(source, target)));
    }

    private static ConnectionConfig database(DatabaseKind kind, boolean first) throws SQLException {
        if (kind == DatabaseKind.MYSQL) {
            return (first ? mysql : otherMysql).embedded().connection("");
        }
        ConnectionConfig database = postgres.newDatabase("rows");
        TestServer.execute(database, "CREATE SCHEMA shop");
        return database;
    }

    private record Sides(ItemSide source, ItemSide target) {
        static Sides of(DatabaseKind source, DatabaseKind target) throws SQLException {
            return new Sides(
                    new ItemSide(database(source, true), source), new ItemSide(database(target, false), source));
        }

        static Sides filled(DatabaseKind source, DatabaseKind target) throws SQLException {
            Sides sides = of(source, target);
            sides.source.create();
            sides.target.create();
            return sides;
        }

        void execute(String... commands) throws SQLException {
            source.execute(commands);
            target.execute(commands);
        }

        /** What a question about both is answered. */
        <T> T compared(Relation relation, Limits limits, Question<T> question) throws SQLException {
            try (Side here = source.open();
                    Side there = target.open()) {
                return question.ask(RangeComparison.of(contract(here, relation), here, there, limits));
            }
        }

        Compared all() throws SQLException {
            return compared(ITEMS, limits(10_000), comparison -> comparison.compare(KeyRange.ALL));
        }
    }

    private interface Question<T> {
        T ask(RangeComparison comparison);
    }

    private static Limits limits(int heldRows) {
        return new Limits(heldRows, 100_000, rows -> {});
    }

    private static RelationSchema contract(Side side, Relation relation) {
        List<ShapeColumn> shape =
                TableShape.read(side.kind(), side.session(), relation).columns();
        return new RelationSchema(
                relation,
                shape.stream()
                        .map(c -> new Column(c.name(), c.type(), 0, !c.inKey(), KeyOrder.UNORDERED))
                        .toList(),
                IntStream.range(0, shape.size())
                        .filter(i -> shape.get(i).inKey())
                        .boxed()
                        .toList(),
                "0".repeat(64));
    }

    private static Key key(Object... cells) {
        return new Key(Stream.of(cells).map(String::valueOf).toList());
    }

    private static List<String> told(Compared compared) {
        return compared.differing().stream()
                .map(row -> row.kind() + " " + String.join(",", row.key().cells()))
                .toList();
    }

    /** A difference: what makes it on which side, and what is to be found. */
    private record Plant(boolean atSource, String command, List<String> found) {
        Plant(boolean atSource, String command, String... found) {
            this(atSource, command, List.of(found));
        }
    }

    private static List<Plant> plants(boolean mysqlTarget) {
        String concat = mysqlTarget ? "CONCAT(%s, '%s')" : "%s || '%s'";
        String zero = mysqlTarget ? "CONCAT(data, X'00')" : "data || '\\x00'::bytea";
        String swap = " = CASE id WHEN 3 THEN 'name 1.4' ELSE 'name 1.3' END WHERE tenant = 1 AND id IN (3, 4)";
        return List.of(
                new Plant(false, "DELETE FROM shop.items WHERE tenant = 1 AND id = 9", "MISSING 1,9"),
                new Plant(false, "INSERT INTO shop.items (tenant, id) VALUES (9, 1)", "EXTRA 9,1"),
                new Plant(true, "DELETE FROM shop.items WHERE tenant = 2 AND id = 5", "EXTRA 2,5"),
                new Plant(false, set("price = 3.51", 3), "DIFFERENT 1,3"),
                new Plant(false, "UPDATE shop.items SET name" + swap, "DIFFERENT 1,3", "DIFFERENT 1,4"),
                new Plant(false, set("body = " + String.format(concat, "body", "."), 5), "DIFFERENT 1,5"),
                new Plant(false, set("name = ''", 7), "DIFFERENT 1,7"),
                new Plant(false, set("name = NULL", 8), "DIFFERENT 1,8"),
                new Plant(false, set("name = " + String.format(concat, "name", " "), 9), "DIFFERENT 1,9"),
                new Plant(false, set("name = 'NAME 1.10'", 10), "DIFFERENT 1,10"),
                new Plant(false, set("data = " + zero, 11), "DIFFERENT 1,11"),
                new Plant(false, set("seen = '2026-11-30 10:00:00.100001'", 12), "DIFFERENT 1,12"),
                new Plant(false, set("doc = '{\"a\": null, \"b\": [1.5, \"13\"]}'", 13), "DIFFERENT 1,13"),
                new Plant(false, set("ok = NULL", 16), "DIFFERENT 1,16"),
                new Plant(false, set("ratio = -0.0", 17), "DIFFERENT 1,17"),
                new Plant(false, set("doc = '{\"a\": null, \"b\": [1.5, 18]}'", 18)));
    }

    private static String set(String what, int id) {
        return "UPDATE shop.items SET " + what + " WHERE tenant = 1 AND id = " + id;
    }

    @ParameterizedTest
    @MethodSource("directions")
    void everyPlantedDifferenceIsFoundWithItsKeyAndNothingElse(DatabaseKind source, DatabaseKind target)
            throws SQLException {
        Sides sides = Sides.filled(source, target);
        Compared equal = sides.all();
        assertThat(told(equal)).isEmpty();
        assertThat(equal.source()).isEqualTo(equal.target()).isNotEqualTo(RowSums.NONE);
        assertThat(equal.source().rows()).isEqualTo(ROWS);
        for (Plant plant : plants(target == DatabaseKind.MYSQL)) {
            (plant.atSource() ? sides.source() : sides.target()).execute(plant.command());
            Compared compared = sides.all();
            assertThat(told(compared)).as(plant.command()).containsExactlyInAnyOrderElementsOf(plant.found());
            if (!plant.atSource()) {
                // read by us what the server has summed up before: the same algorithm
                assertThat(compared.source()).isEqualTo(equal.source());
            }
            assertThat(compared.source().equals(compared.target()))
                    .as(plant.command())
                    .isEqualTo(plant.found().isEmpty());
            requireSameByKeys(sides, compared);
            restore(sides, compared);
        }
        assertThat(sides.all()).isEqualTo(equal);
    }

    private static void requireSameByKeys(Sides sides, Compared all) throws SQLException {
        List<Key> keys =
                new ArrayList<>(all.differing().stream().map(DifferingRow::key).toList());
        keys.add(key(1, 20));
        keys.add(key(77, 77));
        sides.compared(ITEMS, limits(10_000), comparison -> {
            Compared some = comparison.compareKeys(keys);
            assertThat(some.differing()).containsExactlyInAnyOrderElementsOf(all.differing());
            assertThat(comparison.compareKeys(List.of(key(1, 20))).source().rows())
                    .isEqualTo(1);
            for (DifferingRow row : all.differing()) {
                assertThat(comparison.digest(row.key())).isEqualTo(row.digest());
            }
            return some;
        });
    }

    private static void restore(Sides sides, Compared compared) throws SQLException {
        for (DifferingRow row : compared.differing()) {
            int tenant = Integer.parseInt(row.key().cells().get(0));
            int id = Integer.parseInt(row.key().cells().get(1));
            sides.source().restore(tenant, id);
            sides.target().restore(tenant, id);
        }
        sides.target().restore(1, 18);
    }

    @ParameterizedTest
    @MethodSource("directions")
    void rangesAddUpToTheWholeAndEachFindsItsOwn(DatabaseKind source, DatabaseKind target) throws SQLException {
        Sides sides = Sides.filled(source, target);
        List<KeyRange> ranges = List.of(
                KeyRange.of(Optional.empty(), Optional.of(key(1, 30))),
                KeyRange.of(Optional.of(key(1, 30)), Optional.of(key(2, 10))),
                KeyRange.of(Optional.of(key(2, 10)), Optional.of(key(2, 11))),
                KeyRange.of(Optional.of(key(2, 11)), Optional.empty()));
        RowSums all = sides.all().source();
        sides.target().execute("DELETE FROM shop.items WHERE tenant = 2 AND id = 11");
        List<Compared> compared = sides.compared(
                ITEMS,
                limits(10_000),
                each -> ranges.stream().map(each::compare).toList());
        assertThat(compared.stream().map(Compared::source).reduce(RowSums.NONE, RowSums::plus))
                .isEqualTo(all);
        assertThat(compared.stream().map(c -> c.source().rows())).containsExactly(30L, 20L, 1L, 69L);
        assertThat(compared.stream().map(RangeComparisonIT::told))
                .containsExactly(List.of(), List.of(), List.of("MISSING 2,11"), List.of());
    }

    @ParameterizedTest
    @MethodSource("directions")
    void moreRowsDifferThanMayBeHeldOrTold(DatabaseKind source, DatabaseKind target) throws SQLException {
        Sides sides = Sides.filled(source, target);
        sides.target().execute("UPDATE shop.items SET price = 0.01");
        AtomicLong paid = new AtomicLong();
        Compared few = sides.compared(
                ITEMS, new Limits(8, 100_000, paid::addAndGet), comparison -> comparison.compare(KeyRange.ALL));
        assertThat(few.differing()).hasSize(ROWS).allMatch(row -> row.kind() == Kind.DIFFERENT);
        assertThat(few.differing().stream().map(DifferingRow::key).distinct()).hasSize(ROWS);
        assertThat(few.truncated()).isFalse();
        assertThat(paid.get()).isGreaterThanOrEqualTo(2L * ROWS * (ROWS / 8));
        Compared told =
                sides.compared(ITEMS, new Limits(50, 10, rows -> {}), comparison -> comparison.compare(KeyRange.ALL));
        assertThat(told.differing()).hasSize(10);
        assertThat(told.truncated()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("directions")
    void thousandsOfKeysAreLookedUp(DatabaseKind source, DatabaseKind target) throws SQLException {
        Sides sides = Sides.of(source, target);
        String ints = "CREATE TABLE shop.many (a int, b int, v int, PRIMARY KEY (a, b))";
        String rows = "INSERT INTO shop.many VALUES "
                + IntStream.range(0, 3_000)
                        .mapToObj(i -> "(" + i % 7 + ", " + i + ", " + i + ")")
                        .collect(Collectors.joining(", "));
        sides.execute("DROP TABLE IF EXISTS shop.many", ints, rows);
        sides.target().execute("UPDATE shop.many SET v = -1 WHERE b = 2999", "DELETE FROM shop.many WHERE b = 1500");
        List<Key> asked = IntStream.range(0, 6_000)
                .filter(i -> i % 3 != 1)
                .mapToObj(i -> key(i % 7, i))
                .toList();
        Compared compared = sides.compared(new Relation("shop", "many"), limits(700), c -> c.compareKeys(asked));
        assertThat(told(compared)).containsExactlyInAnyOrder("DIFFERENT 3,2999", "MISSING 2,1500");
        assertThat(compared.source().rows()).isEqualTo(2_000);
        assertThat(compared.target().rows()).isEqualTo(1_999);
        assertThat(told(sides.compared(new Relation("shop", "many"), limits(2), c -> c.compareKeys(List.of()))))
                .isEmpty();
    }

    /** Key columns of every comparable type, their values written as literals into conditions of both kinds. */
    @ParameterizedTest
    @MethodSource("directions")
    void keysOfEveryTypeBoundRangesAndAreLookedUp(DatabaseKind source, DatabaseKind target) throws SQLException {
        for (KeyCase each : KeyCase.of(source)) {
            Sides sides = Sides.of(source, target);
            for (ItemSide side : List.of(sides.source(), sides.target())) {
                String type = each.type(side.mysql());
                side.execute(
                        "DROP TABLE IF EXISTS shop.keyed",
                        "CREATE TABLE shop.keyed (k " + type + " PRIMARY KEY, v int)",
                        "INSERT INTO shop.keyed VALUES "
                                + each.values().stream()
                                        .map(value -> "(" + each.literal(side.mysql(), value) + ", 1)")
                                        .collect(Collectors.joining(", ")));
            }
            sides.compared(new Relation("shop", "keyed"), limits(1_000), comparison -> {
                List<Key> keys =
                        each.values().stream().map(RangeComparisonIT::key).toList();
                for (Key key : keys) {
                    Compared one = comparison.compareKeys(List.of(key));
                    assertThat(told(one)).as(each + " " + key.cells()).isEmpty();
                    assertThat(one.source().rows()).as(each + " " + key.cells()).isEqualTo(1);
                    assertThat(one.target().rows()).as(each + " " + key.cells()).isEqualTo(1);
                }
                for (int i = 0; each.ordered() && i < keys.size(); i++) {
                    Compared below = comparison.compare(KeyRange.of(Optional.empty(), Optional.of(keys.get(i))));
                    Compared above = comparison.compare(KeyRange.of(Optional.of(keys.get(i)), Optional.empty()));
                    assertThat(told(below)).as(each + " " + i).isEmpty();
                    assertThat(told(above)).as(each + " " + i).isEmpty();
                    assertThat(below.source().rows()).as(each + " " + i).isEqualTo(i + 1);
                    assertThat(above.target().rows()).as(each + " " + i).isEqualTo(keys.size() - i - 1);
                }
                return keys;
            });
        }
    }

    /** The server calls {@code a} and {@code A} one key; the job writes the change from one to the other. */
    @ParameterizedTest
    @MethodSource("targets")
    void aKeyThatDiffersInCaseOnlyIsFoundOnBothSides(DatabaseKind target) throws SQLException {
        Sides sides = Sides.of(DatabaseKind.MYSQL, target);
        for (ItemSide side : List.of(sides.source(), sides.target())) {
            String type = side.mysql() ? "varchar(20) COLLATE utf8mb4_0900_ai_ci" : "varchar(20)";
            side.execute(
                    "DROP TABLE IF EXISTS shop.named",
                    "CREATE TABLE shop.named (k " + type + " PRIMARY KEY, v int)",
                    "INSERT INTO shop.named VALUES ('b', 1), ('" + (side.equals(sides.source()) ? "a" : "A") + "', 1)");
        }
        sides.compared(new Relation("shop", "named"), limits(100), comparison -> {
            assertThat(told(comparison.compare(KeyRange.ALL))).containsExactlyInAnyOrder("MISSING a", "EXTRA A");
            assertThat(told(comparison.compareKeys(List.of(key("a"), key("b")))))
                    .containsExactly("MISSING a");
            assertThat(told(comparison.compareKeys(List.of(key("A"))))).containsExactly("EXTRA A");
            return comparison;
        });
    }

    static Stream<DatabaseKind> targets() {
        return Stream.of(DatabaseKind.values());
    }

    @Test
    void textIsEqualOnlyByteByByte() throws SQLException {
        Sides sides = Sides.of(DatabaseKind.POSTGRESQL, DatabaseKind.MYSQL);
        sides.source().execute("CREATE TABLE shop.words (k int PRIMARY KEY, v text)");
        sides.target()
                .execute(
                        "DROP TABLE IF EXISTS shop.words",
                        "CREATE TABLE shop.words (k int PRIMARY KEY, v longtext COLLATE utf8mb4_0900_ai_ci)");
        sides.source().execute("INSERT INTO shop.words VALUES (1, U&'\\00e4'), (2, U&'a\\0308'), (3, 'x')");
        sides.target().execute("INSERT INTO shop.words VALUES (1, _utf8mb4 0xC3A4), (2, _utf8mb4 0xC3A4), (3, 'X')");
        assertThat(told(sides.compared(
                        new Relation("shop", "words"), limits(100), comparison -> comparison.compare(KeyRange.ALL))))
                .containsExactlyInAnyOrder("DIFFERENT 2", "DIFFERENT 3");
    }

    @Test
    void aColumnThatTheTargetLacksIsRefusedAndOneMoreIsNot() throws SQLException {
        Sides sides = Sides.filled(DatabaseKind.POSTGRESQL, DatabaseKind.POSTGRESQL);
        sides.target().execute("ALTER TABLE shop.items ADD loaded timestamptz DEFAULT now()");
        assertThat(told(sides.all())).isEmpty();
        sides.target().execute("ALTER TABLE shop.items DROP doc");
        assertThatThrownBy(sides::all)
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.COMPARISON_SHAPE));
        sides.target().execute("DROP TABLE shop.items");
        assertThatThrownBy(sides::all).hasMessageContaining("no such table");
    }

    /** What the job could not have written is a difference, and no failure. */
    @Test
    void aValueThatTheTargetCannotHoldIsARowThatDiffers() throws SQLException {
        Sides sides = Sides.of(DatabaseKind.POSTGRESQL, DatabaseKind.MYSQL);
        sides.source()
                .execute(
                        "CREATE TABLE shop.numbers (k int PRIMARY KEY, v double precision)",
                        "INSERT INTO shop.numbers VALUES (1, 'NaN'), (2, 'Infinity'), (3, 0.1)");
        sides.target()
                .execute(
                        "DROP TABLE IF EXISTS shop.numbers",
                        "CREATE TABLE shop.numbers (k int PRIMARY KEY, v double)",
                        "INSERT INTO shop.numbers VALUES (1, NULL), (2, 1e308), (3, 0.1)");
        assertThat(told(sides.compared(
                        new Relation("shop", "numbers"), limits(100), comparison -> comparison.compare(KeyRange.ALL))))
                .containsExactlyInAnyOrder("DIFFERENT 1", "DIFFERENT 2");
    }

    /** Negative, seventeen digits and an exponent of three: MySQL cuts off a text of unsaid length. */
    @ParameterizedTest
    @CsvSource({"POSTGRESQL, MYSQL", "MYSQL, POSTGRESQL", "MYSQL, MYSQL"})
    void theLongestNumbersAreReadToTheirEnd(DatabaseKind source, DatabaseKind target) throws SQLException {
        Sides sides = Sides.of(source, target);
        for (var side : List.of(sides.source(), sides.target())) {
            side.execute(
                    "DROP TABLE IF EXISTS shop.numbers",
                    "CREATE TABLE shop.numbers (k int PRIMARY KEY, v double precision)",
                    "INSERT INTO shop.numbers VALUES (1, -1.7976931348623157e308), (2, -1.2345678901234567e-307)");
        }
        Relation numbers = new Relation("shop", "numbers");
        assertThat(told(sides.compared(numbers, limits(100), comparison -> comparison.compare(KeyRange.ALL))))
                .isEmpty();
        sides.target().execute("UPDATE shop.numbers SET v = -1.2345678901234567e-306 WHERE k = 2");
        assertThat(told(sides.compared(numbers, limits(100), comparison -> comparison.compare(KeyRange.ALL))))
                .containsExactly("DIFFERENT 2");
    }

    @Test
    void theFormIsNamedForTheEvidence() throws SQLException {
        assertThat(form(DatabaseKind.POSTGRESQL, DatabaseKind.POSTGRESQL)).isEqualTo("postgresql-text/1");
        assertThat(form(DatabaseKind.MYSQL, DatabaseKind.MYSQL)).isEqualTo("mysql-text/1");
        assertThat(form(DatabaseKind.POSTGRESQL, DatabaseKind.MYSQL)).isEqualTo("normal/1");
    }

    private static String form(DatabaseKind source, DatabaseKind target) throws SQLException {
        return Sides.filled(source, target).compared(ITEMS, limits(100), RangeComparison::form);
    }
}
