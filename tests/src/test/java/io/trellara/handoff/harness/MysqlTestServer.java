package io.trellara.handoff.harness;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.local.EmbeddedMysqlServer;
import io.trellara.handoff.local.MysqlSession;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.Replication;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** An embedded MySQL server for one test class, with replicas where asked for; all end with it. One thread. */
public final class MysqlTestServer implements SideServer {
    private static final Duration CATCH_UP = Duration.ofSeconds(60);
    private static final String SIDE = "public";

    private final EmbeddedMysqlServer server;
    private final Deque<EmbeddedMysqlServer> replicas = new ArrayDeque<>();

    private MysqlTestServer(EmbeddedMysqlServer server) {
        this.server = server;
    }

    public static MysqlTestServer start(MysqlVersion version) {
        return start(version, Map.of());
    }

    /**
     * The same for writers that never rest: after a few of them a lock for a view is let in, as an operator would set
     * it. Else such writers starve it for as long as they go on.
     */
    public static MysqlTestServer startFair(MysqlVersion version) {
        return start(version, Map.of("max-write-lock-count", "8"));
    }

    /** @param settings over the defaults: {@code mysqld}'s long options */
    public static MysqlTestServer start(MysqlVersion version, Map<String, String> settings) {
        return new MysqlTestServer(EmbeddedMysqlServer.start(version, settings));
    }

    /** The server's process. */
    public EmbeddedMysqlServer embedded() {
        return server;
    }

    /** A new read-only replica that has applied all there is by now. */
    public EmbeddedMysqlServer newReplica(Map<String, String> settings) throws SQLException {
        EmbeddedMysqlServer replica = EmbeddedMysqlServer.startReplica(server, settings);
        replicas.push(replica);
        awaitCaughtUp(replica);
        return replica;
    }

    /** Waits until the replica has applied all that the server has committed by now. */
    public void awaitCaughtUp(EmbeddedMysqlServer replica) throws SQLException {
        if (!Replication.of(server).caughtUp(replica, CATCH_UP)) {
            throw new AssertionError("the replica does not catch up within " + CATCH_UP);
        }
    }

    /** A new empty database. */
    public ConnectionConfig newDatabase(String prefix) throws SQLException {
        String name = prefix + "_" + UUID.randomUUID().toString().substring(0, 8);
        execute(server.connection(""), "CREATE DATABASE " + name);
        return server.connection(name);
    }

    /** Here a schema is a database: the one before is gone, with its evidence. */
    @Override
    public ConnectionConfig newSide(String prefix) throws SQLException {
        execute(
                server.connection(""),
                "DROP DATABASE IF EXISTS trellara",
                "DROP DATABASE IF EXISTS " + SIDE,
                "CREATE DATABASE " + SIDE);
        return side(server);
    }

    /** The run's side at this server, or at a replica of its; on this machine there is no TLS to ask for. */
    public static ConnectionConfig side(EmbeddedMysqlServer server) {
        ConnectionConfig plain = server.connection(SIDE);
        return new ConnectionConfig(
                plain.url() + "?sslMode=DISABLED&allowPublicKeyRetrieval=true", plain.username(), plain.password());
    }

    /** A session, with auto-commit. */
    public static Connection open(ConnectionConfig database) throws SQLException {
        return MysqlSession.open(database, "handoff test");
    }

    /** Runs commands one by one in one session, each in its own transaction. */
    public static void execute(ConnectionConfig database, String... commands) throws SQLException {
        try (Connection connection = open(database);
                Statement statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }

    /** The first column of a query's rows as text. */
    public static List<String> column(ConnectionConfig database, String query) throws SQLException {
        try (Connection connection = open(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(String.valueOf(rows.getString(1)));
            }
            return texts;
        }
    }

    /** The only value of a query. */
    public static String value(ConnectionConfig database, String query) throws SQLException {
        return column(database, query).get(0);
    }

    @Override
    public void close() {
        try {
            while (!replicas.isEmpty()) {
                replicas.pop().close();
            }
        } finally {
            server.close();
        }
    }
}
