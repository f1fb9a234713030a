package io.trellara.handoff.bench;

import io.trellara.handoff.local.EmbeddedMysqlServer;
import io.trellara.handoff.local.Replication;
import java.sql.SQLException;
import java.time.Duration;

/** MySQL's own apply: a replica of the source, with the version's default appliers. One thread. */
final class MysqlReplica implements AutoCloseable {
    static final String DESCRIPTION = "replica_parallel_workers = 4, replica_preserve_commit_order = ON, the defaults";

    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final MysqlBenchServers servers;
    private final EmbeddedMysqlServer replica;

    /** Returns when it has all that the source has. */
    MysqlReplica(MysqlBenchServers servers) throws SQLException {
        this.servers = servers;
        this.replica = EmbeddedMysqlServer.startReplica(servers.sourceServer(), MysqlBenchServers.SETTINGS);
        awaitAll();
    }

    BenchSide side() {
        return MysqlBenchServers.side(replica, MysqlBenchServers.DATABASE);
    }

    void start() throws SQLException {
        side().execute("START REPLICA");
    }

    void stop() throws SQLException {
        side().execute("STOP REPLICA");
    }

    /** Waits until it has applied all that the source has committed by now. */
    void awaitAll() throws SQLException {
        if (!Replication.of(servers.sourceServer()).caughtUp(replica, LIMIT)) {
            throw new IllegalStateException("the replica does not catch up");
        }
    }

    @Override
    public void close() {
        replica.close();
    }
}
