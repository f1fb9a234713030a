package io.trellara.handoff.demo;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.local.DatabaseSession;
import io.trellara.handoff.model.Position;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;

/** One of the demo's servers, with a database {@code shop}; it ends with {@link #close}. */
sealed interface DemoServer extends AutoCloseable permits PostgresDemoServer, MysqlDemoServer {
    /** The database's name. */
    String DATABASE = "shop";

    static DemoServer start(DatabaseKind kind) {
        return switch (kind) {
            case POSTGRESQL -> PostgresDemoServer.start();
            case MYSQL -> MysqlDemoServer.start();
        };
    }

    /** Product and version. */
    String title();

    /** Who may do everything, in the database. */
    ConnectionConfig administrator();

    /** The user that the job is. */
    ConnectionConfig job();

    /** Where its log ends on disk: beyond every commit that was acknowledged. */
    Position end() throws SQLException;

    /** Makes the database. */
    void createDatabase() throws SQLException;

    /** Makes the user that the job is, with what a source asks of it and no more. */
    void createSourceUser() throws SQLException;

    /** The same for a target. */
    void createTargetUser() throws SQLException;

    /** Completes when the server has ended. */
    CompletableFuture<?> onExit();

    @Override
    void close();

    /** A session of the administrator. */
    default Connection open() throws SQLException {
        return DatabaseSession.open(administrator(), "trellara-handoff demo");
    }
}
