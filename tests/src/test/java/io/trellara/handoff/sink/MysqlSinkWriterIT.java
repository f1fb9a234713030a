package io.trellara.handoff.sink;

import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** What the sink does to rows of a MySQL target. */
final class MysqlSinkWriterIT implements SinkWriterLaw {
    private static MysqlTestServer server;
    private SinkOnTarget target;
    private HandoffSinkWriter writer;
    private long generation;

    @BeforeAll
    static void startServer() {
        server = MysqlTestServer.start(MysqlVersion.V9_7);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void open() throws SQLException {
        target = new SinkOnTarget(server);
        target.execute(target.createItems());
        generation = target.control().raiseGeneration();
        writer = target.writer();
    }

    @AfterEach
    void close() {
        target.close();
    }

    @Override
    public SinkOnTarget target() {
        return target;
    }

    @Override
    public HandoffSinkWriter writer() {
        return writer;
    }

    @Override
    public long generation() {
        return generation;
    }
}
