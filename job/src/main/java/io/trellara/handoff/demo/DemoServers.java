package io.trellara.handoff.demo;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Lsn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The demo's two servers, each with a database {@code shop}. One thread. */
public final class DemoServers implements AutoCloseable {
    private static final String DATABASE = "shop";

    private final EmbeddedPostgresServer source;
    private final EmbeddedPostgresServer target;

    private DemoServers(EmbeddedPostgresServer source, EmbeddedPostgresServer target) {
        this.source = source;
        this.target = target;
    }

    /** Starts both at the same time and fills the source; the target gets the types that tables need there. */
    public static DemoServers start(PostgresVersion version, ShopDataset dataset) throws SQLException {
        CompletableFuture<EmbeddedPostgresServer> later =
                CompletableFuture.supplyAsync(() -> EmbeddedPostgresServer.start(version, Map.of()));
        EmbeddedPostgresServer source = EmbeddedPostgresServer.start(version, Map.of());
        DemoServers servers = new DemoServers(source, later.join());
        try {
            servers.create(dataset);
        } catch (SQLException | RuntimeException e) {
            servers.close();
            throw e;
        }
        return servers;
    }

    public ConnectionConfig source() {
        return source.connection(DATABASE);
    }

    public ConnectionConfig target() {
        return target.connection(DATABASE);
    }

    public EmbeddedPostgresServer sourceServer() {
        return source;
    }

    public EmbeddedPostgresServer targetServer() {
        return target;
    }

    /** Where the source's log ends on disk: beyond every commit that was acknowledged. */
    Lsn sourceEnd() throws SQLException {
        try (Connection connection = source.open(DATABASE);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_current_wal_flush_lsn()")) {
            row.next();
            return Lsn.parse(row.getString(1));
        }
    }

    /** Waits until somebody else ends the source. */
    void awaitEnd() {
        source.onExit().join();
    }

    private void create(ShopDataset dataset) throws SQLException {
        for (EmbeddedPostgresServer server : new EmbeddedPostgresServer[] {source, target}) {
            try (Connection connection = server.open("postgres");
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + DATABASE);
            }
        }
        try (Connection connection = target.open(DATABASE);
                Statement statement = connection.createStatement()) {
            statement.execute(dataset.targetTypesSql(DatabaseKind.POSTGRESQL));
        }
        try (Connection connection = source.open(DATABASE)) {
            dataset.create(connection);
        }
    }

    @Override
    public void close() {
        source.close();
        target.close();
    }
}
