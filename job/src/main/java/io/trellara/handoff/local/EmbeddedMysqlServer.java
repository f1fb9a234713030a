package io.trellara.handoff.local;

import io.trellara.handoff.config.ConnectionConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * One MySQL server of our own, in a folder of its own, on a port given by the system, reachable from this machine only.
 * Its settings are durable ones ({@link MysqlSettings}) with the caller's over them. Its history begins empty: no
 * transaction is in {@code gtid_executed} when it answers first. Errors are EMBEDDED_SERVER. One thread at a time.
 */
public final class EmbeddedMysqlServer implements AutoCloseable {
    private static final String ROOT = "root";

    /** A port that was free may be somebody else's by the time that the server asks for it. */
    private static final int PORTS = 3;

    private final MysqlVersion version;
    private final Path folder;
    private final MysqlBinaries binaries;
    private final Map<String, String> settings;
    private final int port;
    private final String password;
    private final EndHook hook;
    private Process process;

    private EmbeddedMysqlServer(
            MysqlVersion version, Path folder, Map<String, String> settings, Optional<String> password)
            throws IOException {
        this.version = version;
        this.folder = folder;
        this.settings = Map.copyOf(settings);
        this.binaries = MysqlBinaries.of(version);
        this.port = FreePort.next();
        this.password = password.orElseGet(
                () -> UUID.randomUUID().toString().replace("-", "")); // replication takes 32 characters
        try {
            MysqlDataFolder.make(version, binaries, data());
            this.process = launchFirst();
        } catch (IOException e) {
            FileTree.remove(folder);
            throw e;
        }
        this.hook = EndHook.on("embedded-mysql-close", this::closeQuietly);
    }

    /** Starts a server in a temporary folder, which {@link #close} removes; it answers when this returns. */
    public static EmbeddedMysqlServer start(MysqlVersion version, Map<String, String> settings) {
        return start(version, settings, Optional.empty());
    }

    /**
     * A replica of {@code source} that follows it from its beginning by GTID, with appliers in parallel, and takes no
     * writes of its own. Accounts made at its start are the source's.
     */
    public static EmbeddedMysqlServer startReplica(EmbeddedMysqlServer source, Map<String, String> settings) {
        EmbeddedMysqlServer replica = start(source.version, settings, Optional.of(source.password));
        try {
            Replication.of(source).follow(replica);
            return replica;
        } catch (SQLException | RuntimeException e) {
            replica.close();
            throw ServerFailure.of(source.version, "it does not follow its source: " + e, e);
        }
    }

    private static EmbeddedMysqlServer start(
            MysqlVersion version, Map<String, String> settings, Optional<String> password) {
        for (int attempt = 1; ; attempt++) {
            try {
                Path folder = Files.createTempDirectory("handoff-my" + version.number() + "-");
                EmbeddedMysqlServer server = new EmbeddedMysqlServer(version, folder, settings, password);
                try {
                    server.awaitAnswer();
                    return server;
                } catch (RuntimeException e) {
                    boolean taken = server.lastLog().contains("Address already in use");
                    server.close();
                    if (!taken || attempt >= PORTS) {
                        throw e;
                    }
                }
            } catch (IOException e) {
                throw ServerFailure.of(version, e.toString(), e);
            }
        }
    }

    public MysqlVersion version() {
        return version;
    }

    public int port() {
        return port;
    }

    /** A JDBC URL without user and password; an empty name is no database. */
    public String url(String database) {
        return "jdbc:mysql://127.0.0.1:" + port + "/" + database;
    }

    /** The account that may do everything. */
    public String superuser() {
        return ROOT;
    }

    public String password() {
        return password;
    }

    /** URL and superuser of a database. */
    public ConnectionConfig connection(String database) {
        return new ConnectionConfig(url(database), ROOT, password);
    }

    /** A session of the superuser. */
    public Connection open(String database) throws SQLException {
        return MysqlSession.open(connection(database), "trellara-handoff local");
    }

    /** Process id of the server. */
    public long pid() {
        return process.pid();
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    /** Completes when the server's process has ended, whoever ended it. */
    public CompletableFuture<?> onExit() {
        return process.onExit();
    }

    /** What the server itself has logged. */
    public Path log() {
        return folder.resolve("server.log");
    }

    /** Where its files are. */
    public Path data() {
        return folder.resolve("data");
    }

    /** Stops the server in order; its data stay. */
    public void stop() {
        process.destroy();
        awaitEnd();
    }

    /** SIGKILL; returns when it is gone, so that a start can follow. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Starts a stopped or killed server again, on its data and its port. */
    public void startAgain() {
        try {
            process = launch();
            awaitAnswer();
        } catch (IOException e) {
            throw ServerFailure.of(version, e.toString(), e);
        }
    }

    public void restart() {
        stop();
        startAgain();
    }

    /** Stops the server and removes its folder. */
    @Override
    public void close() {
        hook.close();
        closeQuietly();
    }

    private void closeQuietly() {
        try {
            kill();
            FileTree.remove(folder);
        } catch (IOException e) {
            throw ServerFailure.of(version, "its folder cannot be removed: " + e, e);
        }
    }

    /** Makes the accounts before anybody is let in; nothing of it is in the binary log. */
    private Process launchFirst() throws IOException {
        Path accounts = folder.resolve("accounts.sql");
        Files.writeString(
                accounts,
                "SET SESSION sql_log_bin = OFF;\nALTER USER root@localhost IDENTIFIED BY '" + password
                        + "';\nCREATE USER root@'127.0.0.1' IDENTIFIED BY '" + password
                        + "';\nGRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;\n");
        return launch("--init-file=" + accounts);
    }

    private Process launch(String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--datadir=" + data(), "--port=" + port));
        arguments.add("--server-id=" + port);
        arguments.add("--socket=" + folder.resolve("socket"));
        arguments.add("--pid-file=" + folder.resolve("pid"));
        arguments.addAll(MysqlSettings.arguments(version, settings));
        arguments.addAll(List.of(more));
        return ServerCommand.start(binaries.words(arguments), log());
    }

    private void awaitAnswer() {
        String failure = new ServerAnswer(connection(""), process, this::isWhoAnswers).await();
        if (!failure.isEmpty()) {
            throw ServerFailure.of(version, failure + "; log: " + lastLog(), null);
        }
    }

    /** By its UUID. */
    private boolean isWhoAnswers(Connection connection) throws SQLException, IOException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@server_uuid")) {
            row.next();
            return Files.readAllLines(data().resolve("auto.cnf")).contains("server-uuid=" + row.getString(1));
        }
    }

    private String lastLog() {
        try {
            return ServerCommand.lastLines(log());
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void awaitEnd() {
        ProcessEnd.await(process.toHandle(), what -> ServerFailure.of(version, what, null));
    }
}
