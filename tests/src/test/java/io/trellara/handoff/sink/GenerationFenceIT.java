package io.trellara.handoff.sink;

import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** R6 at a PostgreSQL target. */
final class GenerationFenceIT implements GenerationLaw {
    private static TestServer server;
    private SinkOnTarget target;
    private JdbcTargetControl control;

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
        target = new SinkOnTarget(server, "CREATE TABLE items (id bigint PRIMARY KEY, name text)");
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
