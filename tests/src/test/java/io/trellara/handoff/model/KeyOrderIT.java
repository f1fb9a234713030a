package io.trellara.handoff.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * The comparison of keys in Java against the server's own ORDER BY: neighbours in the server's order must compare as
 * smaller, or as equal exactly where the server calls them equal; and canonical forms are the same exactly then.
 */
@SuppressWarnings("NullAway.Init") // set before the first property, by jqwik's own annotation
class KeyOrderIT {
    private static final int TRIES = 40;

    private static TestServer server;
    private static Connection session;

    @BeforeContainer
    static void start() throws SQLException {
        server = Servers.source(PostgresVersion.V17);
        session = TestServer.open(server.newDatabase("order"));
        try (Statement settings = session.createStatement()) {
            settings.execute("SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET bytea_output = 'hex'");
        }
    }

    @AfterContainer
    static void stop() throws SQLException {
        session.close();
        server.close();
    }

    @Property(tries = TRIES)
    void integers(@ForAll("integerTexts") List<String> values) throws SQLException {
        check(KeyOrder.INTEGER, "bigint", values);
    }

    @Property(tries = TRIES)
    void numerics(@ForAll("numericTexts") List<String> values) throws SQLException {
        check(KeyOrder.NUMERIC, "numeric", values);
    }

    @Property(tries = TRIES)
    void dates(@ForAll("dateTexts") List<String> values) throws SQLException {
        check(KeyOrder.DATE, "date", values);
    }

    @Property(tries = TRIES)
    void timestamps(@ForAll("timestampTexts") List<String> values) throws SQLException {
        check(KeyOrder.TIMESTAMP, "timestamp", values);
    }

    @Property(tries = TRIES)
    void timestampsWithZone(@ForAll("timestampTexts") List<String> values) throws SQLException {
        check(KeyOrder.TIMESTAMPTZ, "timestamptz", values);
    }

    @Property(tries = 4)
    void booleans(@ForAll List<Boolean> values) throws SQLException {
        check(KeyOrder.BOOLEAN, "boolean", values.stream().map(String::valueOf).toList());
    }

    @Property(tries = TRIES)
    void uuids(@ForAll("uuidTexts") List<String> values) throws SQLException {
        check(KeyOrder.UUID, "uuid", values);
    }

    @Property(tries = TRIES)
    void bytes(@ForAll("byteaTexts") List<String> values) throws SQLException {
        check(KeyOrder.BYTEA, "bytea", values);
    }

    @Property(tries = TRIES)
    void pairsOfNumericAndTimestamp(
            @ForAll("numericTexts") List<String> first, @ForAll("timestampTexts") List<String> second)
            throws SQLException {
        check(
                List.of(KeyOrder.NUMERIC, KeyOrder.TIMESTAMPTZ),
                List.of("numeric", "timestamptz"),
                List.of(cycled(first, 60, 7), cycled(second, 60, 9)));
    }

    @Property(tries = TRIES)
    void pairsOfBytesAndInteger(@ForAll("byteaTexts") List<String> first, @ForAll("integerTexts") List<String> second)
            throws SQLException {
        check(
                List.of(KeyOrder.BYTEA, KeyOrder.INTEGER),
                List.of("bytea", "bigint"),
                List.of(cycled(first, 60, 5), cycled(second, 60, 8)));
    }

    @Provide
    Arbitrary<List<String>> integerTexts() {
        return NastyTexts.integers();
    }

    @Provide
    Arbitrary<List<String>> numericTexts() {
        return NastyTexts.numerics();
    }

    @Provide
    Arbitrary<List<String>> dateTexts() {
        return NastyTexts.dates();
    }

    @Provide
    Arbitrary<List<String>> timestampTexts() {
        return NastyTexts.timestamps();
    }

    @Provide
    Arbitrary<List<String>> uuidTexts() {
        return NastyTexts.uuids();
    }

    @Provide
    Arbitrary<List<String>> byteaTexts() {
        return NastyTexts.bytes();
    }

    /** So many values, of the first {@code different} ones only: earlier cells must often be equal. */
    private static List<String> cycled(List<String> values, int count, int different) {
        int step = Math.min(different, values.size());
        return IntStream.range(0, count).mapToObj(i -> values.get(i % step)).toList();
    }

    private static void check(KeyOrder order, String type, List<String> values) throws SQLException {
        check(List.of(order), List.of(type), List.of(values));
    }

    private static void check(List<KeyOrder> orders, List<String> types, List<List<String>> columns)
            throws SQLException {
        RelationSchema schema = KeySchemas.of(orders);
        KeyComparator comparator = KeyComparator.of(schema);
        List<Row> rows = ordered(types, columns);
        assertThat(rows).hasSize(columns.get(0).size());
        for (int i = 1; i < rows.size(); i++) {
            Key before = rows.get(i - 1).key;
            Key next = rows.get(i).key;
            int expected = rows.get(i).equalsPrevious ? 0 : -1;
            assertThat(Integer.signum(comparator.compare(before, next)))
                    .as("%s before %s", before.cells(), next.cells())
                    .isEqualTo(expected);
            assertThat(Integer.signum(comparator.compare(next, before))).isEqualTo(-expected);
            assertThat(Arrays.equals(canonical(orders, before), canonical(orders, next)))
                    .as("canonical %s and %s", before.cells(), next.cells())
                    .isEqualTo(expected == 0);
        }
    }

    private static byte[] canonical(List<KeyOrder> orders, Key key) {
        CanonicalKey canonical = new CanonicalKey().start();
        byte[][] cells = KeyComparator.bytes(key);
        for (int i = 0; i < cells.length; i++) {
            canonical.add(orders.get(i), cells[i], 0, cells[i].length);
        }
        return canonical.copy();
    }

    private record Row(Key key, boolean equalsPrevious) {}

    /** The values as the server orders and prints them. */
    private static List<Row> ordered(List<String> types, List<List<String>> columns) throws SQLException {
        String cells = String.join(
                ", ", IntStream.range(0, types.size()).mapToObj(i -> "c" + i).toList());
        String cast = String.join(
                ", ",
                IntStream.range(0, types.size())
                        .mapToObj(i -> "t" + i + "::" + types.get(i) + " AS c" + i)
                        .toList());
        String names = cells.replace('c', 't');
        String arrays =
                String.join(", ", types.stream().map(type -> "?::text[]").toList());
        String query = "WITH v AS (SELECT " + cast + " FROM unnest(" + arrays + ") AS u(" + names + ")) SELECT "
                + cells.replaceAll("c\\d+", "$0::text") + ", coalesce((" + cells + ") = ("
                + cells.replaceAll("c\\d+", "lag($0) OVER w")
                + "), false) FROM v WINDOW w AS (ORDER BY " + cells + ") ORDER BY "
                // named with its table, for an output column of that name would be the text
                + cells.replaceAll("c\\d+", "v.$0");
        List<Row> rows = new ArrayList<>();
        try (PreparedStatement statement = session.prepareStatement(query)) {
            for (int i = 0; i < columns.size(); i++) {
                statement.setArray(
                        i + 1, session.createArrayOf("text", columns.get(i).toArray()));
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    List<String> key = new ArrayList<>();
                    for (int i = 1; i <= types.size(); i++) {
                        // a boolean's text differs between its output and its cast
                        key.add(
                                types.get(i - 1).equals("boolean")
                                        ? row.getString(i).substring(0, 1)
                                        : row.getString(i));
                    }
                    rows.add(new Row(new Key(key), row.getBoolean(types.size() + 1)));
                }
            }
        }
        return rows;
    }
}
