package io.trellara.handoff.demo;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.local.EmbeddedMysqlServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.BinlogPosition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * A MySQL server of the demo's. The job is a user who may do what a source's or a target's must, and nothing else:
 * {@code source-user.sql} and {@code target-user.sql}.
 *
 * @param password of that user
 */
record MysqlDemoServer(EmbeddedMysqlServer server, String password) implements DemoServer {
    private static final String USER = "handoff";

    /** The password in the scripts, which are the ones of {@code deploy/grants}. */
    private static final String PLACEHOLDER = "change-me";

    private static final Map<String, String> SETTINGS = Map.of(
            "innodb-buffer-pool-size", "256M",
            "innodb-redo-log-capacity", "512M",
            // The evidence is kept append-only by triggers, which its user makes.
            "log-bin-trust-function-creators", "ON");

    static MysqlDemoServer start() {
        return new MysqlDemoServer(
                EmbeddedMysqlServer.start(MysqlVersion.V9_7, SETTINGS),
                UUID.randomUUID().toString().replace("-", ""));
    }

    @Override
    public String title() {
        return "MySQL " + server.version().number();
    }

    @Override
    public ConnectionConfig administrator() {
        return server.connection(DATABASE);
    }

    @Override
    public ConnectionConfig job() {
        // On this machine's own interface there is no TLS to ask for.
        String url = server.url(DATABASE) + "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
        return new ConnectionConfig(url, USER, password);
    }

    @Override
    public BinlogPosition end() throws SQLException {
        try (Connection connection = open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@global.gtid_executed")) {
            row.next();
            return BinlogPosition.parse(row.getString(1));
        }
    }

    @Override
    public void createDatabase() throws SQLException {
        execute("CREATE DATABASE " + DATABASE + " CHARACTER SET utf8mb4");
    }

    @Override
    public void createSourceUser() throws SQLException {
        execute(ShopForm.MYSQL.text("source-user").replace(PLACEHOLDER, password));
    }

    @Override
    public void createTargetUser() throws SQLException {
        execute(ShopForm.MYSQL.text("target-user").replace(PLACEHOLDER, password));
    }

    private void execute(String script) throws SQLException {
        try (Connection connection = server.open("");
                Statement statement = connection.createStatement()) {
            ShopDataset.executeAll(statement, script);
        }
    }

    @Override
    public CompletableFuture<?> onExit() {
        return server.onExit();
    }

    @Override
    public void close() {
        server.close();
    }
}
