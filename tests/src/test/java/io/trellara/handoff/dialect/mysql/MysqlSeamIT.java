package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.dialect.ChunkReader;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.EmbeddedMysqlServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RowBuffer;
import io.trellara.handoff.model.Tuple;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The two halves of a MySQL source fit: beside eight writers that update, delete, insert again and roll back, every
 * view's image equals the first one with exactly those streamed transactions applied that its boundary covers.
 */
final class MysqlSeamIT {
    private static final int WRITERS = 8;
    private static final int VIEWS = 25;
    private static final int KEYS = 200;
    private static final long SEED = 20_261_130;

    @ParameterizedTest
    @EnumSource
    void everyViewEqualsTheReplayedStreamAtItsBoundary(MysqlVersion version) throws Exception {
        try (MysqlTestServer server = MysqlTestServer.start(version)) {
            ConnectionConfig database = server.newDatabase("seam");
            requireSeam(database, database);
        }
    }

    /** Its appliers work in parallel, and its own log is the one that is read. */
    @Test
    void theSameOnAReplica() throws Exception {
        try (MysqlTestServer server = MysqlTestServer.start(MysqlVersion.V9_7)) {
            ConnectionConfig database = server.newDatabase("seam");
            EmbeddedMysqlServer replica = server.newReplica(Map.of());
            requireSeam(database, replica.connection(StreamUnderTest.name(database)));
        }
    }

    private static void requireSeam(ConnectionConfig writeTo, ConnectionConfig readFrom) throws Exception {
        MysqlTestServer.execute(writeTo, "CREATE TABLE t (id int PRIMARY KEY, n bigint NOT NULL)");
        try (Connection written = MysqlTestServer.open(writeTo);
                Connection read = MysqlTestServer.open(readFrom)) {
            ExecutedGtids.await(
                    read, ExecutedGtids.read(written), Duration.ofSeconds(30)); // a replica has the table too
        }
        Source source = new Source(readFrom);
        List<Image> images = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        List<Future<?>> ends = new ArrayList<>();
        Stop stop = new Stop();
        try {
            for (int i = 0; i < WRITERS; i++) {
                Random chance = new Random(SEED + i);
                ends.add(threads.submit(() -> {
                    write(writeTo, chance, stop);
                    return null;
                }));
            }
            for (int i = 0; i < VIEWS; i++) {
                images.add(source.image());
            }
            stop.now = true;
            for (Future<?> end : ends) {
                end.get(30, TimeUnit.SECONDS);
            }
        } finally {
            stop.now = true;
            threads.shutdownNow();
        }
        assertThat(images.stream().map(Image::boundary).distinct().count()).isGreaterThan(VIEWS / 2);
        requireReplayed(source, images);
    }

    private static void requireReplayed(Source source, List<Image> images) {
        Replay replay = new Replay(images.get(0).rows());
        try (MysqlChangeStream stream = MysqlChangeStream.open(
                StreamUnderTest.source(source.database),
                source.contract,
                images.get(0).boundary())) {
            for (Image image : images) {
                replay.upTo(stream, image.boundary());
                assertThat(replay.rows).as("at %s", image.boundary()).isEqualTo(image.rows());
            }
        }
        assertThat(replay.applied).isGreaterThan(VIEWS);
    }

    private static final class Stop {
        private volatile boolean now;
    }

    private static void write(ConnectionConfig database, Random chance, Stop stop) throws SQLException {
        try (Connection session = MysqlTestServer.open(database);
                Statement statement = session.createStatement()) {
            session.setAutoCommit(false);
            while (!stop.now) {
                try {
                    change(statement, chance);
                    Savepoint before = session.setSavepoint();
                    change(statement, chance);
                    if (chance.nextInt(4) == 0) {
                        session.rollback(before);
                    }
                    if (chance.nextInt(8) == 0) {
                        session.rollback();
                    } else {
                        session.commit();
                    }
                } catch (SQLException deadlock) {
                    if (!"40001".equals(deadlock.getSQLState())) {
                        throw deadlock;
                    }
                    session.rollback();
                }
                LockSupport.parkNanos(chance.nextInt(4_000_000));
            }
        }
    }

    private static void change(Statement statement, Random chance) throws SQLException {
        int id = chance.nextInt(KEYS);
        switch (chance.nextInt(4)) {
            case 0 -> statement.execute("DELETE FROM t WHERE id = " + id);
            case 1 -> statement.execute("UPDATE t SET n = n + 1 WHERE id BETWEEN " + id + " AND " + (id + 3));
            default -> statement.execute("REPLACE INTO t VALUES (" + id + ", " + chance.nextInt(1_000_000) + ")");
        }
    }

    /** The table as a view shows it. */
    private record Image(BinlogPosition boundary, Map<String, String> rows) {}

    private static final class Source {
        private final ConnectionConfig database;
        private final String identity;
        private final List<Relation> relations;
        private final RelationSchema schema;
        private final BinlogContract contract;

        Source(ConnectionConfig database) throws SQLException {
            this.database = database;
            this.identity = MysqlSources.identity(database);
            this.relations = MysqlSources.relations(database, "t");
            try (LockedView view = open()) {
                this.schema =
                        new MysqlCatalog(view.session()).read(relations).get(0).schema();
            }
            try (Connection session = MysqlTestServer.open(database)) {
                this.contract = new BinlogTables().contract(session, List.of(schema));
            }
        }

        private LockedView open() {
            return MysqlSources.opening(database, MysqlSources.PATIENT).open(identity, relations, waiting -> {});
        }

        Image image() {
            Map<String, String> rows = new TreeMap<>();
            try (MysqlViewSession session = new MysqlViewSession(open(), "mysql")) {
                for (KeyRange range : session.plan(schema, 30)) {
                    read(session, range, rows);
                }
                return new Image(session.view().boundary(), rows);
            }
        }

        private void read(MysqlViewSession session, KeyRange range, Map<String, String> rows) {
            try (ChunkReader reader = session.read(schema, range)) {
                boolean more = true;
                while (more) {
                    RowBuffer buffer = new RowBuffer(1 << 16);
                    more = reader.read(buffer);
                    int length = buffer.length();
                    new String(buffer.take(), 0, length, StandardCharsets.UTF_8)
                            .lines()
                            .map(line -> line.split("\t", -1))
                            .forEach(cells ->
                                    assertThat(rows.put(cells[0], cells[1])).isNull());
                }
            }
        }
    }

    /** Applies streamed transactions as far as a position covers them. */
    private static final class Replay implements ChangeHandler {
        private final Map<String, String> rows;
        private final List<Transaction> ahead = new ArrayList<>();
        private Transaction open = new Transaction(Commit.NONE, List.of());
        private @Nullable Position seen;
        private int applied;

        private record Transaction(Commit commit, List<Consumer<Map<String, String>>> changes) {}

        Replay(Map<String, String> rows) {
            this.rows = new TreeMap<>(rows);
        }

        void upTo(MysqlChangeStream stream, BinlogPosition position) {
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (seen == null || !seen.covers(position)) {
                assertThat(System.nanoTime()).as("the stream stops at %s", seen).isLessThan(deadline);
                stream.poll(this, 1_000);
            }
            ahead.removeIf(transaction -> {
                boolean covered = position.covers(transaction.commit());
                if (covered) {
                    transaction.changes().forEach(change -> change.accept(rows));
                    applied++;
                }
                return covered;
            });
        }

        @Override
        public boolean paused() {
            return false;
        }

        @Override
        public void begin(Commit commit, long commitMicros, long xid) {
            open = new Transaction(commit, new ArrayList<>());
        }

        @Override
        public void insert(RelationSchema schema, Tuple after) {
            String id = cell(after, 0);
            String n = cell(after, 1);
            open.changes().add(table -> table.put(id, n));
        }

        @Override
        public void update(RelationSchema schema, @Nullable Tuple before, boolean keyOnly, Tuple after) {
            insert(schema, after);
        }

        @Override
        public void delete(RelationSchema schema, Tuple before, boolean keyOnly) {
            String id = cell(before, 0);
            open.changes().add(table -> table.remove(id));
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
            ahead.add(open);
            seen = end;
        }

        @Override
        public void idle(Position end) {
            seen = end;
        }

        private static String cell(Tuple tuple, int index) {
            return new String(tuple.buffer(), tuple.offset(index), tuple.length(index), StandardCharsets.UTF_8);
        }
    }
}
