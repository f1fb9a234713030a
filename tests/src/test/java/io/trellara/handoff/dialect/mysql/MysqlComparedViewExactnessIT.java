package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.ComparedSession;
import io.trellara.handoff.dialect.ComparedView;
import io.trellara.handoff.harness.LoggedChanges;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.GtidSet;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A comparison sees at the source exactly what each session's boundary covers, and exactly every change behind the
 * position that all of them cover (design §11): beside writers that insert, update, delete, move keys and roll back,
 * and a TRUNCATE, both are held against the log since the beginning. Ways that look alike fail the same test.
 */
final class MysqlComparedViewExactnessIT {
    private static final int WRITERS = 8;
    private static final int ROUNDS = 8;
    private static final int TRANSACTIONS_A_ROUND = 100;
    private static final long SEED = 20_261_202;

    @ParameterizedTest
    @EnumSource
    void rowsAreExactlyTheBoundarysAndChangesExactlyTheLaterOnes(MysqlVersion version) throws Exception {
        try (MysqlTestServer server = MysqlTestServer.start(version)) {
            Scene scene = new Scene(server.newDatabase("compared"));
            List<Seen> rounds = new ArrayList<>();
            try (MysqlWriters writers = MysqlWriters.start(scene.database, WRITERS, SEED)) {
                for (int i = 0; i < ROUNDS; i++) {
                    rounds.add(scene.round(writers));
                }
                writers.stop();
            }
            LoggedChanges truth = scene.truth();
            for (Seen seen : rounds) {
                for (Image image : seen.images()) {
                    assertThat(image.boundary().covers(seen.from())).isTrue();
                    assertThat(image.rows()).isEqualTo(truth.applied(scene.first, image.boundary()));
                    assertThat(image.rowsLater()).isEqualTo(image.rows());
                }
                assertThat(seen.images().get(0).boundary())
                        .isNotEqualTo(seen.images().get(1).boundary());
                assertThat(seen.changes()).isEqualTo(truth.between(seen.from(), seen.reached()));
                assertThat(seen.changes()).hasSizeGreaterThan(TRANSACTIONS_A_ROUND);
            }
            List<String> all =
                    rounds.stream().flatMap(seen -> seen.changes().stream()).toList();
            for (String kind : List.of(" insert t", " update t", " delete t", " move from t", " truncate u")) {
                assertThat(all).as(kind).anyMatch(change -> change.contains(kind));
            }
        }
    }

    @Test
    void twinsThatStreamFromElsewhereOrReadOutsideAViewAreCaught() throws Exception {
        try (MysqlTestServer server = MysqlTestServer.start(MysqlVersion.V9_7)) {
            Scene scene = new Scene(server.newDatabase("compared"));
            Position from;
            Image inView;
            Map<String, String> outside;
            List<String> late;
            List<String> fromTheSession;
            BinlogPosition end;
            try (MysqlWriters writers = MysqlWriters.start(scene.database, WRITERS, SEED);
                    ComparedView view = scene.open();
                    Connection plain = MysqlTestServer.open(scene.database)) {
                writers.await(TRANSACTIONS_A_ROUND);
                from = view.from();
                try (ComparedSession session = scene.session(view)) {
                    inView = new Image(session.boundary(), scene.image(session), Map.of());
                }
                writers.await(TRANSACTIONS_A_ROUND);
                outside = scene.image(plain);
                Position present = scene.now();
                writers.await(TRANSACTIONS_A_ROUND);
                writers.stop();
                end = scene.now();
                late = scene.streamed(present, end).until(end);
                fromTheSession = scene.streamed(inView.boundary(), end).until(end);
            }
            LoggedChanges truth = scene.truth();
            List<String> exactly = truth.between(from, end);
            assertThat(inView.rows()).isEqualTo(truth.applied(scene.first, inView.boundary()));
            assertThat(outside).isNotEqualTo(inView.rows());
            assertThat(late).isSubsetOf(exactly).hasSizeLessThan(exactly.size());
            assertThat(fromTheSession).isSubsetOf(exactly).hasSizeLessThan(exactly.size());
        }
    }

    /** @param rowsLater read again in the same session, while changes were handed out */
    private record Image(Position boundary, Map<String, String> rows, Map<String, String> rowsLater) {}

    /**
     * What one comparison saw, in two sessions.
     *
     * @param reached how far its changes were read
     */
    private record Seen(Position from, List<Image> images, List<String> changes, Position reached) {}

    private static final class Scene {
        private final ConnectionConfig database;
        private final MysqlDialect dialect;
        private final String identity;
        private final List<RelationSchema> contract;
        private final BinlogPosition start;
        private final Map<String, String> first;

        Scene(ConnectionConfig database) throws SQLException {
            this.database = database;
            MysqlTestServer.execute(
                    database,
                    "CREATE TABLE t (id int PRIMARY KEY, n bigint NOT NULL)",
                    "CREATE TABLE u (id int PRIMARY KEY, n bigint NOT NULL)",
                    "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)");
            dialect = MysqlSources.dialect(database, "t", "u");
            identity = dialect.identity().text();
            contract = dialect.presentSchemas();
            start = now();
            try (Connection plain = MysqlTestServer.open(database)) {
                first = image(plain);
            }
        }

        ComparedView open() {
            return dialect.openComparedView(identity, contract, waiting -> {});
        }

        ComparedSession session(ComparedView view) {
            return dialect.openComparedSession(identity, view.ticket(), contract, waiting -> {});
        }

        BinlogPosition now() {
            return dialect.currentPosition(identity, BinlogPosition.of(GtidSet.EMPTY));
        }

        Seen round(MysqlWriters writers) throws SQLException {
            try (ComparedView view = open()) {
                writers.await(TRANSACTIONS_A_ROUND / 2);
                List<Image> images = new ArrayList<>();
                ChangeStream changes;
                try (ComparedSession one = session(view)) {
                    Map<String, String> rows = image(one);
                    writers.await(TRANSACTIONS_A_ROUND / 2);
                    try (ComparedSession other = session(view)) {
                        Map<String, String> otherRows = image(other);
                        changes = view.changes(contract);
                        writers.await(TRANSACTIONS_A_ROUND);
                        images.add(new Image(one.boundary(), rows, image(one)));
                        images.add(new Image(other.boundary(), otherRows, image(other)));
                    }
                }
                MysqlTestServer.execute(database, "INSERT INTO u VALUES (1, 1), (2, 2)", "TRUNCATE TABLE u");
                MysqlTestServer.execute(database, "INSERT INTO u VALUES (3, 3)", "UPDATE u SET n = 4");
                BinlogPosition reached = now();
                List<String> handedOut =
                        new LoggedChanges().upTo(changes, reached).until(reached);
                MysqlTestServer.execute(database, "DELETE FROM u");
                return new Seen(view.from(), images, handedOut, reached);
            }
        }

        Map<String, String> image(ComparedSession session) throws SQLException {
            Map<String, String> rows = new TreeMap<>();
            for (RelationSchema schema : contract) {
                read(session.enter(schema), schema, rows);
            }
            return rows;
        }

        Map<String, String> image(Connection connection) throws SQLException {
            Map<String, String> rows = new TreeMap<>();
            for (RelationSchema schema : contract) {
                read(connection, schema, rows);
            }
            return rows;
        }

        private static void read(Connection connection, RelationSchema schema, Map<String, String> rows)
                throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT id, n FROM " + MysqlText.table(schema.relation()))) {
                while (row.next()) {
                    rows.put(schema.relation().name() + " " + row.getString(1), row.getString(2));
                }
            }
        }

        LoggedChanges streamed(Position from, Position to) {
            try (ChangeStream stream = dialect.openStream(identity, from, contract)) {
                return new LoggedChanges().upTo(stream, to);
            }
        }

        /** Everything since the beginning. */
        LoggedChanges truth() {
            return streamed(start, now());
        }
    }
}
