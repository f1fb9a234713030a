package io.trellara.handoff.sink;

import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** R6 at a MySQL target. */
final class MysqlGenerationIT implements GenerationLaw {
    private static MysqlTestServer server;
    private SinkOnTarget target;
    private JdbcTargetControl control;

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
        target = new SinkOnTarget(
                server, "CREATE TABLE items (id bigint PRIMARY KEY, name varchar(200) COLLATE utf8mb4_bin)");
        control = target.control();
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
    public JdbcTargetControl control() {
        return control;
    }
}
