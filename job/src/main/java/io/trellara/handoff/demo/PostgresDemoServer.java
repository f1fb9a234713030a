package io.trellara.handoff.demo;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Lsn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A PostgreSQL server of the demo's, with one user for everything. */
record PostgresDemoServer(EmbeddedPostgresServer server) implements DemoServer {
    static PostgresDemoServer start() {
        return new PostgresDemoServer(EmbeddedPostgresServer.start(PostgresVersion.V17, Map.of()));
    }

    @Override
    public String title() {
        return "PostgreSQL " + server.version().major();
    }

    @Override
    public ConnectionConfig administrator() {
        return server.connection(DATABASE);
    }

    @Override
    public ConnectionConfig job() {
        return administrator();
    }

    @Override
    public Lsn end() throws SQLException {
        try (Connection connection = open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_current_wal_flush_lsn()")) {
            row.next();
            return Lsn.parse(row.getString(1));
        }
    }

    @Override
    public void createDatabase() throws SQLException {
        try (Connection connection = server.open("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + DATABASE);
        }
    }

    @Override
    public void createSourceUser() {}

    @Override
    public void createTargetUser() {}

    @Override
    public CompletableFuture<?> onExit() {
        return server.onExit();
    }

    @Override
    public void close() {
        server.close();
    }
}
