package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.SinkOnTarget.write;
import static io.trellara.handoff.sink.TestBlocks.column;
import static io.trellara.handoff.sink.TestBlocks.copy;
import static io.trellara.handoff.sink.TestBlocks.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ranges are erased exactly, in small transactions, under the present generation only. */
final class TargetErasureIT {
    private static final int WINDOW = 3;
    private static final RelationSchema ITEMS =
            schema("items", key("id", "bigint", KeyOrder.INTEGER), column("name", "text"));
    private static final RelationSchema NAMES = schema("names", key("name", "text", KeyOrder.TEXT));

    private static TestServer server;
    private SinkOnTarget target;
    private long generation;

    @BeforeAll
    static void startServer() {
        server = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServer() throws SQLException {
        server.close();
    }

    @BeforeEach
    void open() throws SQLException {
        target = new SinkOnTarget(
                server,
                "CREATE TABLE items (id bigint PRIMARY KEY, name text)",
                "INSERT INTO items SELECT i, 'n' FROM generate_series(-5, 20) i",
                "CREATE TABLE names (name text COLLATE \"en-x-icu\" PRIMARY KEY)",
                "INSERT INTO names VALUES ('B'), ('a'), ('c')");
        generation = target.control().raiseGeneration();
    }

    @AfterEach
    void close() {
        target.close();
    }

    @Test
    void erasesHalfOpenRangesInWindows() throws SQLException {
        long erased = erase(ITEMS, List.of(range("-2", "9"), range("15", null)));
        assertThat(erased).isEqualTo(16);
        assertThat(target.rows("SELECT string_agg(id::text, ' ' ORDER BY id) FROM items"))
                .containsExactly("-5 -4 -3 -2 10 11 12 13 14 15");
        assertThat(erase(ITEMS, List.of(range("-2", "9")))).isZero();
        assertThat(erase(ITEMS, List.of(KeyRange.ALL))).isEqualTo(10);
    }

    @Test
    void comparesKeysOfSeveralColumnsAsTheirIndexDoes() throws SQLException {
        TestServer.execute(
                target.database,
                "CREATE TABLE lines (\"o\"\"r\" integer, note text, line bigint, PRIMARY KEY (\"o\"\"r\", line))",
                "INSERT INTO lines SELECT o, 'x', l FROM generate_series(1, 4) o, generate_series(1, 5) l");
        RelationSchema lines = new RelationSchema(
                new Relation("public", "lines"),
                List.of(
                        key("o\"r", "integer", KeyOrder.INTEGER),
                        column("note", "text"),
                        key("line", "bigint", KeyOrder.INTEGER)),
                List.of(0, 2),
                "ab".repeat(32));
        KeyRange middle = KeyRange.of(Optional.of(new Key(List.of("1", "4"))), Optional.of(new Key(List.of("3", "2"))));
        assertThat(erase(lines, List.of(middle))).isEqualTo(8);
        assertThat(target.rows(
                        "SELECT string_agg(\"o\"\"r\" || '.' || line, ' ' ORDER BY \"o\"\"r\", line) FROM lines"))
                .containsExactly("1.1 1.2 1.3 1.4 3.3 3.4 3.5 4.1 4.2 4.3 4.4 4.5");
    }

    @Test
    void comparesUuidsByTheirBytes() throws SQLException {
        TestServer.execute(
                target.database,
                "CREATE TABLE things (id uuid PRIMARY KEY)",
                "INSERT INTO things SELECT (repeat(to_hex(i), 8) || '-0000-4000-8000-000000000000')::uuid"
                        + " FROM generate_series(0, 15) i");
        RelationSchema things = schema("things", key("id", "uuid", KeyOrder.UUID));
        KeyRange range = range("33333333-0000-4000-8000-000000000000", "bbbbbbbb-0000-4000-8000-000000000000");
        assertThat(erase(things, List.of(range))).isEqualTo(8);
        assertThat(target.rows("SELECT string_agg(left(id::text, 1), '' ORDER BY id) FROM things"))
                .containsExactly("0123cdef");
    }

    @Test
    void erasesARelationWhoseKeysHaveNoKnownOrderAsAWholeOnly() throws SQLException {
        assertThat(target.control().erase(NAMES, List.of(KeyRange.ALL), generation))
                .isEqualTo(3);
        JdbcTargetControl control = target.control();
        assertThatThrownBy(() -> control.erase(NAMES, List.of(range(null, "Z")), generation))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUG));
    }

    /**
     * The twin: the range up to Z holds B and neither a nor c where the source orders by bytes. The target's own
     * collation puts a and B and c below Z.
     */
    @Test
    void aTextRangeInTheTargetsOwnOrderTakesRowsOfOtherRanges() throws SQLException {
        try (Connection connection = connect()) {
            erasure(NAMES).eraseInTargetOrder(connection, List.of(range(null, "Z")), generation);
        }
        assertThat(target.rows("SELECT name FROM names WHERE name IN ('a', 'c')"))
                .isEmpty();
    }

    @Test
    void anOlderGenerationErasesNothing() throws SQLException {
        long newer = target.control().raiseGeneration();
        JdbcTargetControl older = target.control();
        assertThatThrownBy(() -> older.erase(ITEMS, List.of(KeyRange.ALL), generation))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.GENERATION_STALE));
        assertThat(target.rows("SELECT count(*) FROM items")).containsExactly("26");
        assertThat(older.erase(ITEMS, List.of(KeyRange.ALL), newer)).isEqualTo(26);
    }

    @Test
    void erasedRowsCanBeCopiedAgainAsIfForTheFirstTime() throws SQLException {
        JdbcTargetControl control = target.control();
        control.erase(ITEMS, List.of(range(null, "0")), generation);
        HandoffSinkWriter writer = target.writer();
        write(writer, copy(ITEMS, generation, 1, "-5\tagain", "0\tagain"));
        writer.flush(false);
        assertThat(target.rows("SELECT id FROM items WHERE name = 'again' ORDER BY id"))
                .containsExactly("-5", "0");
    }

    /** The drain: what the gate let through is at the target before its row is erased, and goes with it. */
    @Test
    void aChangeThatWasUnderWayIsErasedWithItsRow() throws SQLException {
        HandoffSinkWriter writer = target.writer();
        write(writer, older());
        writer.flush(false);
        target.control().erase(ITEMS, List.of(KeyRange.ALL), generation);
        write(writer, copy(ITEMS, generation, 1, "7\tnew"));
        writer.flush(false);
        assertThat(target.rows("SELECT name FROM items")).containsExactly("new");
    }

    /** The twin: the same change, still under way while its row is erased and copied. */
    @Test
    void withoutTheDrainAnOlderChangeOverwritesTheCopy() throws SQLException {
        HandoffSinkWriter writer = target.writer();
        target.control().erase(ITEMS, List.of(KeyRange.ALL), generation);
        write(writer, copy(ITEMS, generation, 1, "7\tnew"));
        writer.flush(false);
        write(writer, older());
        writer.flush(false);
        assertThat(target.rows("SELECT name FROM items")).containsExactly("old");
    }

    /** The twin: a copy that replaces what is there leaves what the source does not have. */
    @Test
    void withoutTheErasureARowThatTheSourceNoLongerHasStays() throws SQLException {
        HandoffSinkWriter writer = target.writer();
        write(writer, copy(ITEMS, generation, 2, "7\tnew"));
        writer.flush(false);
        assertThat(target.rows("SELECT count(*) FROM items WHERE id <> 7")).containsExactly("25");
    }

    private ChangeBlock older() {
        return TestBlocks.of(ITEMS).change(ChangeOp.UPDATE, 50, 0, "7\told").block(generation, 3);
    }

    private long erase(RelationSchema schema, List<KeyRange> ranges) throws SQLException {
        try (Connection connection = connect()) {
            return erasure(schema).erase(connection, ranges, generation);
        }
    }

    private TargetErasure erasure(RelationSchema schema) {
        return new TargetErasure(
                new SharedRowFence(target.config.run()), schema, new PostgresErasure(schema, target.config, WINDOW));
    }

    private Connection connect() throws SQLException {
        return new TargetConnections(target.database, target.config.run(), "test").getOrEstablishConnection();
    }

    private static KeyRange range(
            @org.jspecify.annotations.Nullable String lower, @org.jspecify.annotations.Nullable String upper) {
        return KeyRange.of(key(lower), key(upper));
    }

    private static Optional<Key> key(@org.jspecify.annotations.Nullable String cell) {
        return Optional.ofNullable(cell).map(text -> new Key(List.of(text)));
    }

    private static Column key(String name, String type, KeyOrder order) {
        return TestBlocks.key(name, type, order);
    }
}
