package io.trellara.handoff.demo;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.model.Position;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;

/** The demo's two servers, each with a database {@code shop}. One thread. */
public final class DemoServers implements AutoCloseable {
    private final DemoServer source;
    private final DemoServer target;

    private DemoServers(DemoServer source, DemoServer target) {
        this.source = source;
        this.target = target;
    }

    /** Starts both at the same time and fills the source; the target gets the types that tables need there. */
    public static DemoServers start(DemoSides sides, ShopDataset dataset) throws SQLException {
        CompletableFuture<DemoServer> later = CompletableFuture.supplyAsync(() -> DemoServer.start(sides.target()));
        DemoServers servers = new DemoServers(DemoServer.start(sides.source()), later.join());
        try {
            servers.create(sides, dataset);
        } catch (SQLException | RuntimeException e) {
            servers.close();
            throw e;
        }
        return servers;
    }

    DemoServer source() {
        return source;
    }

    DemoServer target() {
        return target;
    }

    /** The source as its administrator sees it. */
    public ConnectionConfig sourceDatabase() {
        return source.administrator();
    }

    /** The target as its administrator sees it. */
    public ConnectionConfig targetDatabase() {
        return target.administrator();
    }

    /** Where the source's log ends on disk: beyond every commit that was acknowledged. */
    Position sourceEnd() throws SQLException {
        return source.end();
    }

    /** Waits until somebody else ends the source. */
    void awaitEnd() {
        source.onExit().join();
    }

    private void create(DemoSides sides, ShopDataset dataset) throws SQLException {
        source.createDatabase();
        target.createDatabase();
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            ShopDataset.executeAll(statement, dataset.targetTypesSql(sides.target()));
        }
        try (Connection connection = source.open()) {
            dataset.create(connection);
        }
        source.createSourceUser();
        target.createTargetUser();
    }

    @Override
    public void close() {
        source.close();
        target.close();
    }
}
