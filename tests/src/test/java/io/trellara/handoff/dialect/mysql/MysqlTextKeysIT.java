package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.dialect.ChunkReader;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.gate.Gate;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RowBuffer;
import io.trellara.handoff.model.Tuple;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Keys under a collation, whose order is the server's alone: chunks of two views, with a change between them. A gate
 * for each chunk, chosen by the server's weights, loses nothing; nor does one gate for the relation, the smaller one. A
 * gate for each chunk, chosen by an order of our own, does.
 */
final class MysqlTextKeysIT {
    @ParameterizedTest
    @EnumSource(MysqlVersion.class)
    void gatesByWeightsLoseNothing_norDoesOneForTheRelation_butThoseByAnOrderOfOurOwnDo(MysqlVersion version)
            throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(version, Map.of("innodb-buffer-pool-size", "32M"))) {
            Copy copy = new Copy(server.newDatabase("texts"));
            assertThat(copy.schema.keyComparable()).isFalse();
            assertThat(copy.schema.keyCanonical()).isFalse();
            try (KeyCollations collations =
                    new KeyCollations(MysqlSources.sessions(copy.database), MysqlSources.identity(copy.database))) {
                assertThat(collations.checked(copy.schema)).isEqualTo(copy.schema);
                Gate byWeights = new Gate(List.of(copy.schema), collations::of);
                byWeights.grant(copy.ranges);
                assertThat(copy.streamed(byWeights)).isEqualTo(copy.source());
            }
            Position smallest = copy.ranges.stream()
                    .map(CopiedRange::gate)
                    .reduce(Position::common)
                    .orElseThrow();
            Position boundary = copy.ranges.stream()
                    .map(CopiedRange::boundary)
                    .reduce(Position::with)
                    .orElseThrow();
            Gate whole = new Gate(List.of(copy.by(KeyOrder.UNORDERED)));
            whole.grant(List.of(new CopiedRange(copy.schema.relation(), KeyRange.ALL, boundary, smallest)));
            assertThat(copy.streamed(whole)).isEqualTo(copy.source());

            Gate byBytes = new Gate(List.of(copy.by(KeyOrder.BYTEA)));
            byBytes.grant(copy.ranges);
            assertThat(copy.streamed(byBytes)).isNotEqualTo(copy.source()).containsEntry("a", "0");
        }
    }

    /** The table, its chunks, and what was copied of them. */
    private static final class Copy {
        private final ConnectionConfig database;
        private final RelationSchema schema;
        private final BinlogContract contract;
        private final Map<String, String> copied = new TreeMap<>();
        private final List<CopiedRange> ranges = new ArrayList<>();

        Copy(ConnectionConfig database) throws SQLException {
            this.database = database;
            MysqlTestServer.execute(
                    database,
                    "CREATE TABLE t (k varchar(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci PRIMARY KEY, n int)",
                    "INSERT INTO t VALUES ('a', 0), ('B', 0), ('c', 0), ('D', 0)");
            try (Connection session = MysqlTestServer.open(database)) {
                this.schema = new MysqlCatalog(session)
                        .read(MysqlSources.relations(database, "t"))
                        .get(0)
                        .schema();
                this.contract = new BinlogTables().contract(session, List.of(schema));
            }
            List<KeyRange> planned;
            try (MysqlViewSession view = view()) {
                planned = view.plan(schema, 2);
                copy(view, planned.get(0));
            }
            MysqlTestServer.execute(database, "UPDATE t SET n = 1", "INSERT INTO t VALUES ('E', 1)");
            try (MysqlViewSession view = view()) {
                for (KeyRange range : planned.subList(1, planned.size())) {
                    copy(view, range);
                }
            }
            MysqlTestServer.execute(
                    database,
                    "UPDATE t SET n = 2 WHERE k = 'C'",
                    "UPDATE t SET k = 'b' WHERE k = 'B'",
                    "DELETE FROM t WHERE k = 'd'");
            assertThat(planned).hasSizeGreaterThan(1);
        }

        private MysqlViewSession view() {
            String identity = MysqlSources.identity(database);
            return new MysqlViewSession(
                    MysqlSources.opening(database, MysqlSources.PATIENT)
                            .open(identity, MysqlSources.relations(database, "t"), waiting -> {}),
                    identity);
        }

        private void copy(MysqlViewSession view, KeyRange range) {
            try (ChunkReader reader = view.read(schema, range)) {
                boolean more = true;
                while (more) {
                    RowBuffer buffer = new RowBuffer(1 << 16);
                    more = reader.read(buffer);
                    int length = buffer.length();
                    new String(buffer.take(), 0, length, StandardCharsets.UTF_8)
                            .lines()
                            .map(line -> line.split("\t", -1))
                            .forEach(cells -> copied.put(equal(cells[0]), cells[1]));
                }
            }
            Position boundary = view.view().boundary();
            ranges.add(new CopiedRange(schema.relation(), range, boundary, boundary));
        }

        /** The same relation with another idea of its key's order. */
        RelationSchema by(KeyOrder order) {
            Column k = schema.columns().get(0);
            Column other = new Column(k.name(), k.type(), 0, k.nullable(), order);
            return new RelationSchema(
                    schema.relation(), List.of(other, schema.columns().get(1)), List.of(0), schema.fingerprint());
        }

        /** What the target has once the stream has been applied as the gate decides. */
        Map<String, String> streamed(Gate gate) throws SQLException {
            Applied applied = new Applied(gate, copied);
            BinlogPosition end = StreamUnderTest.now(database);
            BinlogPosition first = BinlogPosition.of(ranges.get(0).boundary());
            try (MysqlChangeStream stream = MysqlChangeStream.open(StreamUnderTest.source(database), contract, first)) {
                long deadline = System.nanoTime() + StreamUnderTest.LIMIT.toNanos();
                while (!applied.reached.covers(end)) {
                    assertThat(System.nanoTime()).isLessThan(deadline);
                    stream.poll(applied, 100);
                }
            }
            return applied.rows;
        }

        Map<String, String> source() throws SQLException {
            Map<String, String> rows = new TreeMap<>();
            try (Connection session = MysqlTestServer.open(database);
                    Statement statement = session.createStatement();
                    ResultSet row = statement.executeQuery("SELECT k, n FROM t")) {
                while (row.next()) {
                    rows.put(equal(row.getString(1)), row.getString(2));
                }
            }
            return rows;
        }
    }

    /** One text for all that the collation calls equal, of those that are used here. */
    private static String equal(String key) {
        return key.toLowerCase(Locale.ROOT);
    }

    /** Applies what passes the gate by key. */
    private static final class Applied implements ChangeHandler {
        private final Gate gate;
        private final Map<String, String> rows;
        private Position reached = Position.parse("");
        private Commit commit = Commit.NONE;

        Applied(Gate gate, Map<String, String> copied) {
            this.gate = gate;
            this.rows = new TreeMap<>(copied);
        }

        private static String cell(Tuple tuple, int index) {
            return new String(tuple.buffer(), tuple.offset(index), tuple.length(index), StandardCharsets.UTF_8);
        }

        private boolean passes(RelationSchema schema, Tuple image) {
            return gate.decide(schema.relation(), () -> new Key(List.of(cell(image, 0))), commit)
                    .passes();
        }

        @Override
        public boolean paused() {
            return false;
        }

        @Override
        public void begin(Commit begun, long commitMicros, long xid) {
            commit = begun;
        }

        @Override
        public void insert(RelationSchema schema, Tuple after) {
            if (passes(schema, after)) {
                rows.put(equal(cell(after, 0)), cell(after, 1));
            }
        }

        @Override
        public void update(RelationSchema schema, @Nullable Tuple before, boolean keyOnly, Tuple after) {
            if (before != null) {
                delete(schema, before, keyOnly);
            }
            insert(schema, after);
        }

        @Override
        public void delete(RelationSchema schema, Tuple before, boolean keyOnly) {
            if (passes(schema, before)) {
                rows.remove(equal(cell(before, 0)));
            }
        }

        @Override
        public void truncate(int events, List<Truncated> relations, boolean cascade, boolean restartIdentity) {
            throw new AssertionError("nobody truncates here");
        }

        @Override
        public void passOver(int events) {
            throw new AssertionError("there is no other table");
        }

        @Override
        public void requireSuppressed(Relation relation, HandoffException difference) {
            throw difference;
        }

        @Override
        public void commit(Position end) {
            reached = end;
        }

        @Override
        public void idle(Position end) {
            reached = end;
        }
    }
}
