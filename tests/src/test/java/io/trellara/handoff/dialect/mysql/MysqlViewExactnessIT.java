package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.LockStrategy;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.EmbeddedMysqlServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.GtidSet;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A view holds exactly the transactions of its boundary (design §5, R1): beside eight writers that tell their GTIDs,
 * nothing is missing and nothing is ahead, on a primary and on a replica. Three ways that look alike are put to the
 * same test and fail it.
 */
final class MysqlViewExactnessIT {
    private static final int WRITERS = 8;
    private static final int VIEWS = 60;
    private static final int TWIN_VIEWS = 600;
    private static final long SEED = 20_261_130;

    @ParameterizedTest
    @EnumSource
    void everyViewHoldsExactlyItsBoundary(MysqlVersion version) throws Exception {
        try (MysqlTestServer server = MysqlTestServer.start(version)) {
            ConnectionConfig database = server.newDatabase("exact");
            GtidWriters.createTables(database);
            for (LockStrategy strategy : LockStrategy.values()) {
                LockLimits limits = new LockLimits(strategy, Duration.ofSeconds(2), Duration.ofSeconds(60));
                Tally tally = new Tally(database);
                try (GtidWriters writers = GtidWriters.start(
                        database, WRITERS, SEED + strategy.name().length())) {
                    tally.take(VIEWS, () -> locked(database, limits));
                    assertThat(writers.written()).isGreaterThan(VIEWS);
                    writers.stop();
                }
                assertThat(tally.missing + tally.ahead)
                        .as("wrong views with %s", strategy)
                        .isZero();
                assertThat(tally.boundaries())
                        .as("boundaries with %s", strategy)
                        .isGreaterThan(VIEWS / 2);
            }
        }
    }

    @Test
    void everyViewOfAReplicaHoldsExactlyItsBoundary() throws Exception {
        try (MysqlTestServer server = MysqlTestServer.start(MysqlVersion.V9_7)) {
            ConnectionConfig database = server.newDatabase("exact");
            GtidWriters.createTables(database);
            EmbeddedMysqlServer replica = server.newReplica(Map.of());
            String name = database.url().substring(database.url().lastIndexOf('/') + 1);
            ConnectionConfig there = replica.connection(name);
            Tally tally = new Tally(there, database);
            try (GtidWriters writers = GtidWriters.start(database, WRITERS, SEED)) {
                tally.take(VIEWS, () -> locked(there, MysqlSources.PATIENT));
                writers.stop();
            }
            assertThat(tally.missing + tally.ahead).isZero();
            assertThat(tally.boundaries()).isGreaterThan(VIEWS / 2);
        }
    }

    @Test
    void twinsThatOnlyLookAlikeAreCaught() throws Exception {
        try (MysqlTestServer server = MysqlTestServer.start(MysqlVersion.V9_7)) {
            ConnectionConfig database = server.newDatabase("exact");
            GtidWriters.createTables(database);
            Tally oneConnection = new Tally(database);
            Tally viewFirst = new Tally(database);
            Tally readCommitted = new Tally(database);
            try (GtidWriters writers = GtidWriters.start(database, WRITERS, SEED);
                    Connection session = MysqlTestServer.open(database);
                    Connection other = MysqlTestServer.open(database)) {
                for (int i = 0; i < 6 && oneConnection.ahead == 0; i++) {
                    oneConnection.take(TWIN_VIEWS / 6, () -> lockAndViewOnOne(session));
                }
                for (int i = 0; i < 6 && viewFirst.missing == 0; i++) {
                    viewFirst.take(TWIN_VIEWS / 6, () -> viewThenPosition(session));
                }
                execute(session, "SET SESSION transaction_isolation = 'READ-COMMITTED'");
                readCommitted.take(20, () -> unpinned(other, session));
                writers.stop();
            }
            assertThat(oneConnection.ahead)
                    .as("views ahead, lock and view on one connection")
                    .isPositive();
            assertThat(viewFirst.missing).as("views behind, no lock").isPositive();
            assertThat(readCommitted.ahead).as("views ahead, READ COMMITTED").isPositive();
        }
    }

    private static Image locked(ConnectionConfig database, LockLimits limits) throws SQLException {
        try (LockedView view = MysqlSources.opening(database, limits)
                .open(MysqlSources.identity(database), MysqlSources.relations(database, "a", "b"), waiting -> {})) {
            return image(view.session(), view.boundary().gtids());
        }
    }

    /** The transaction's start gives the locks back before its snapshot is there. */
    private static Image lockAndViewOnOne(Connection session) throws SQLException {
        execute(session, "LOCK TABLES a READ, b READ");
        GtidSet executed = executed(session);
        execute(session, "START TRANSACTION WITH CONSISTENT SNAPSHOT");
        return image(session, executed);
    }

    private static Image viewThenPosition(Connection session) throws SQLException {
        execute(session, "START TRANSACTION WITH CONSISTENT SNAPSHOT");
        return image(session, executed(session));
    }

    private static Image unpinned(Connection locks, Connection session) throws SQLException {
        execute(locks, "LOCK TABLES a READ, b READ");
        GtidSet executed = executed(locks);
        execute(session, "START TRANSACTION WITH CONSISTENT SNAPSHOT");
        execute(locks, "UNLOCK TABLES");
        return image(session, executed);
    }

    private static Image image(Connection session, GtidSet boundary) throws SQLException {
        GtidSet a = GtidWriters.seen(session, "a");
        GtidSet b = GtidWriters.seen(session, "b");
        execute(session, "COMMIT");
        return new Image(boundary, a, b);
    }

    private static GtidSet executed(Connection session) throws SQLException {
        try (Statement statement = session.createStatement();
                var row = statement.executeQuery("SELECT @@GLOBAL.gtid_executed")) {
            row.next();
            return GtidSet.parse(row.getString(1));
        }
    }

    private static void execute(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Two tables as somebody saw them, and the position that is said to belong to them. */
    private record Image(GtidSet boundary, GtidSet a, GtidSet b) {}

    @FunctionalInterface
    private interface Camera {
        Image take() throws SQLException;
    }

    /** Counts images that miss something of their boundary, or are ahead of it. */
    private static final class Tally {
        private final List<String> servers = new ArrayList<>();
        private final List<GtidSet> boundaries = new ArrayList<>();
        private int missing;
        private int ahead;

        /** @param servers whose own transactions write to none of the tables */
        Tally(ConnectionConfig... servers) throws SQLException {
            for (ConnectionConfig server : servers) {
                this.servers.add(MysqlTestServer.value(server, "SELECT @@server_uuid"));
            }
        }

        void take(int count, Camera camera) throws SQLException {
            for (int i = 0; i < count; i++) {
                Image image = camera.take();
                GtidSet boundary = image.boundary();
                for (String server : servers) {
                    boundary = GtidWriters.theirs(boundary, server);
                }
                boundaries.add(boundary);
                missing += image.a().covers(boundary) && image.b().covers(boundary) ? 0 : 1;
                ahead += boundary.covers(image.a()) && boundary.covers(image.b()) ? 0 : 1;
            }
        }

        long boundaries() {
            return boundaries.stream().distinct().count();
        }
    }
}
