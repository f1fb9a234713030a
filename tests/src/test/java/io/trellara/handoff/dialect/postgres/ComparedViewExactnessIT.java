package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.ComparedSession;
import io.trellara.handoff.dialect.ComparedView;
import io.trellara.handoff.dialect.View;
import io.trellara.handoff.harness.LoggedChanges;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Lsn;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A comparison sees at the source exactly what the boundary covers, and then exactly every later change (design §11):
 * beside writers that insert, update, delete, move keys, truncate and roll back, both are held against the run's own
 * stream since its beginning. Ways that look alike are put to the same test and fail it.
 */
final class ComparedViewExactnessIT {
    private static final int WRITERS = 8;
    private static final int ROUNDS = 12;
    private static final int TRANSACTIONS_A_ROUND = 150;
    private static final long SEED = 20_261_201;

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = Servers.source(PostgresVersion.V17);
    }

    @AfterAll
    static void stop() throws SQLException {
        server.close();
    }

    @Test
    void rowsAreExactlyTheBoundarysAndChangesExactlyTheLaterOnes() throws Exception {
        Scene scene = new Scene();
        List<Seen> rounds = new ArrayList<>();
        try (SeededWriters writers = SeededWriters.start(scene.database, WRITERS, SEED)) {
            for (int i = 0; i < ROUNDS; i++) {
                rounds.add(scene.round(writers));
            }
            writers.stop();
        }
        LoggedChanges truth = scene.truth();
        for (Seen seen : rounds) {
            assertThat(seen.boundary()).isEqualTo(seen.from());
            assertThat(seen.rows()).isEqualTo(truth.applied(scene.first, seen.boundary()));
            assertThat(seen.rowsLater()).isEqualTo(seen.rows());
            assertThat(seen.changes()).isEqualTo(truth.between(seen.from(), seen.reached()));
            assertThat(seen.changes()).hasSizeGreaterThan(TRANSACTIONS_A_ROUND);
        }
        List<String> all =
                rounds.stream().flatMap(seen -> seen.changes().stream()).toList();
        for (String kind : List.of(" insert t", " update t", " delete t", " move from t", " truncate u")) {
            assertThat(all).as(kind).anyMatch(change -> change.contains(kind));
        }
    }

    @Test
    void twoComparisonsAtOnceAreBothExact() throws Exception {
        Scene scene = new Scene();
        List<String> handedOutByFirst;
        List<String> handedOutBySecond;
        Lsn firstFrom;
        Lsn secondFrom;
        Lsn end;
        try (SeededWriters writers = SeededWriters.start(scene.database, WRITERS, SEED);
                ComparedView first = scene.open()) {
            scene.awaitWriters(writers);
            try (ComparedView second = scene.open();
                    ComparedSession inFirst = scene.session(first);
                    ComparedSession inSecond = scene.session(second)) {
                assertThat(first.ticket().session())
                        .isNotEqualTo(second.ticket().session());
                assertThat(scene.image(inFirst)).isNotEqualTo(scene.image(inSecond));
                ChangeStream firstLog = first.changes(scene.contract);
                scene.awaitWriters(writers);
                ChangeStream secondLog = second.changes(scene.contract);
                writers.stop();
                end = scene.logEnd();
                firstFrom = Lsn.of(first.from());
                secondFrom = Lsn.of(second.from());
                handedOutByFirst = new LoggedChanges().upTo(firstLog, end).until(end);
                handedOutBySecond = new LoggedChanges().upTo(secondLog, end).until(end);
            }
        }
        LoggedChanges truth = scene.truth();
        assertThat(handedOutByFirst).isEqualTo(truth.between(firstFrom, end));
        assertThat(handedOutBySecond).isEqualTo(truth.between(secondFrom, end));
        assertThat(handedOutByFirst).hasSizeGreaterThan(handedOutBySecond.size());
    }

    @Test
    void twinsThatStreamFromElsewhereOrReadOutsideTheViewAreCaught() throws Exception {
        Scene scene = new Scene();
        Lsn from;
        Lsn end;
        Map<String, String> outside;
        List<String> late;
        List<String> early;
        try (SeededWriters writers = SeededWriters.start(scene.database, WRITERS, SEED);
                ComparedView view = scene.open();
                Connection plain = TestServer.open(scene.database)) {
            from = Lsn.of(view.from());
            scene.awaitWriters(writers);
            outside = scene.image(plain);
            Lsn present = scene.logEnd();
            writers.stop();
            end = scene.logEnd();
            late = scene.streamedByTheRun(present, end).until(end);
            early = scene.streamedByTheRun(scene.boundary, end).until(end);
        }
        LoggedChanges truth = scene.truth();
        List<String> exactly = truth.between(from, end);
        assertThat(outside).isNotEqualTo(truth.applied(scene.first, from));
        assertThat(late).isNotEqualTo(exactly).isSubsetOf(exactly);
        assertThat(early).isNotEqualTo(exactly).containsAll(exactly);
    }

    /**
     * What one comparison saw.
     *
     * @param rowsLater by another session, after many more transactions
     * @param reached how far its changes were read
     */
    private record Seen(
            Position boundary,
            Position from,
            Map<String, String> rows,
            Map<String, String> rowsLater,
            List<String> changes,
            Lsn reached) {}

    /** A run that has its slot, whose stream tells the truth at the end. */
    private static final class Scene {
        private final ConnectionConfig database;
        private final PostgresDialect dialect;
        private final String identity;
        private final List<RelationSchema> contract;
        private final Lsn boundary;
        private final Map<String, String> first;

        Scene() throws SQLException {
            database = server.newDatabase("compared");
            TestServer.execute(
                    database,
                    "CREATE TABLE t (id bigint PRIMARY KEY, n bigint NOT NULL)",
                    "CREATE TABLE u (id bigint PRIMARY KEY, n bigint NOT NULL)",
                    "INSERT INTO t SELECT i, 0 FROM generate_series(1, 200) i");
            SourceConfig config = SourceUnderTest.config(database, 20_000, "public.t", "public.u");
            dialect = new PostgresDialect(config);
            dialect.ensurePublication();
            identity = dialect.identity().text();
            try (View main = dialect.openMainView(identity, waiting -> {})) {
                contract = dialect.readSchemas(main.ticket());
                boundary = Lsn.of(main.ticket().boundary());
            }
            try (Connection plain = TestServer.open(database)) {
                first = image(plain); // nobody has written since
            }
        }

        ComparedView open() {
            return dialect.openComparedView(identity, contract, waiting -> {});
        }

        ComparedSession session(ComparedView view) {
            return dialect.openComparedSession(identity, view.ticket(), contract, waiting -> {});
        }

        Seen round(SeededWriters writers) throws SQLException {
            try (ComparedView view = open()) {
                ChangeStream stream;
                Map<String, String> rows;
                Map<String, String> rowsLater;
                try (ComparedSession one = session(view);
                        ComparedSession other = session(view)) {
                    assertThat(other.boundary()).isEqualTo(one.boundary());
                    rows = image(one);
                    awaitWriters(writers);
                    stream = view.changes(contract);
                    rowsLater = image(other);
                }
                TestServer.execute(database, "INSERT INTO u SELECT i, i FROM generate_series(1, 9) i", "TRUNCATE u");
                TestServer.execute(database, "INSERT INTO u SELECT i, -i FROM generate_series(1, 5) i");
                Lsn reached = logEnd();
                List<String> changes = new LoggedChanges().upTo(stream, reached).until(reached);
                TestServer.execute(database, "DELETE FROM u");
                return new Seen(view.ticket().boundary(), view.from(), rows, rowsLater, changes, reached);
            }
        }

        void awaitWriters(SeededWriters writers) {
            int since = writers.transactions();
            Deadline deadline = new Deadline(60_000);
            while (writers.transactions() < since + TRANSACTIONS_A_ROUND && !deadline.passed()) {
                deadline.pause("writers");
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
                    ResultSet row = statement.executeQuery(
                            "SELECT id::text, n::text FROM " + schema.relation().quoted())) {
                while (row.next()) {
                    rows.put(schema.relation().name() + " " + row.getString(1), row.getString(2));
                }
            }
        }

        Lsn logEnd() {
            return dialect.currentPosition(identity, Lsn.ZERO);
        }

        LoggedChanges streamedByTheRun(Lsn from, Lsn to) {
            try (ChangeStream stream = dialect.openStream(identity, from, contract)) {
                return new LoggedChanges().upTo(stream, to);
            }
        }

        /** Everything since the run's boundary, by the run's own slot; which no comparison has moved. */
        LoggedChanges truth() {
            assertThat(dialect.slot().orElseThrow().confirmed()).isEqualTo(boundary);
            return streamedByTheRun(boundary, logEnd());
        }
    }
}
