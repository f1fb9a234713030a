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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * One PostgreSQL server of our own, in a folder of its own, on a port given by the system. Its settings are durable
 * ones ({@link ServerSettings}) with the caller's over them. Errors are EMBEDDED_SERVER. One thread at a time.
 */
public final class EmbeddedPostgresServer implements AutoCloseable {
    /** How a server is stopped. */
    public enum StopMode {
        /** Ends sessions, writes a checkpoint. */
        FAST,
        /** Ends at once; the next start recovers from the log. */
        IMMEDIATE
    }

    private static final String SUPERUSER = "postgres";

    private final PostgresVersion version;
    private final Path folder;
    private final ServerCommand command;
    private final Map<String, String> settings;
    private final int port;
    private final String password;
    private final EndHook hook;
    private Process process;

    private EmbeddedPostgresServer(
            PostgresVersion version,
            Path folder,
            Map<String, String> settings,
            Optional<EmbeddedPostgresServer> primary)
            throws IOException {
        this.version = version;
        this.folder = folder;
        this.settings = Map.copyOf(settings);
        this.command = ServerCommand.in(PostgresBinaries.ofThisMachine().folder(version));
        this.port = FreePort.next();
        this.password = primary.map(EmbeddedPostgresServer::password)
                .orElseGet(() -> UUID.randomUUID().toString());
        try {
            if (primary.isPresent()) {
                StandbyCopy.take(primary.get(), folder.resolve("data"));
            } else {
                initialize();
            }
            this.process = launch();
        } catch (IOException e) {
            FileTree.remove(folder);
            throw e;
        }
        this.hook = EndHook.on("embedded-postgres-close", this::closeQuietly);
    }

    /** Starts a server in a temporary folder, which {@link #close} removes; it answers when this returns. */
    public static EmbeddedPostgresServer start(PostgresVersion version, Map<String, String> settings) {
        try {
            return start(version, settings, Files.createTempDirectory("handoff-pg" + version.major() + "-"));
        } catch (IOException e) {
            throw ServerFailure.of(version, "no temporary folder: " + e, e);
        }
    }

    /** The same in an empty folder of the caller's, which {@link #close} removes too. */
    public static EmbeddedPostgresServer start(PostgresVersion version, Map<String, String> settings, Path folder) {
        return start(version, settings, folder, Optional.empty());
    }

    /**
     * A standby of {@code primary} (15 or later), which streams from it through a physical slot that it makes there.
     *
     * @param slot that slot's name
     */
    public static EmbeddedPostgresServer startStandby(
            EmbeddedPostgresServer primary, String slot, Map<String, String> settings) {
        try {
            StandbyCopy.reserve(primary, slot);
            Path folder = Files.createTempDirectory("handoff-pg" + primary.version.major() + "-standby-");
            Map<String, String> all = StandbyCopy.settings(primary, slot, settings);
            return start(primary.version, all, folder, Optional.of(primary));
        } catch (IOException e) {
            throw ServerFailure.of(primary.version, e.toString(), e);
        }
    }

    private static EmbeddedPostgresServer start(
            PostgresVersion version,
            Map<String, String> settings,
            Path folder,
            Optional<EmbeddedPostgresServer> primary) {
        try {
            EmbeddedPostgresServer server = new EmbeddedPostgresServer(version, folder, settings, primary);
            try {
                server.awaitAnswer();
            } catch (RuntimeException e) {
                server.close();
                throw e;
            }
            return server;
        } catch (IOException e) {
            throw ServerFailure.of(version, e.toString(), e);
        }
    }

    public PostgresVersion version() {
        return version;
    }

    public int port() {
        return port;
    }

    /** A JDBC URL without user and password. */
    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    public String superuser() {
        return SUPERUSER;
    }

    public String password() {
        return password;
    }

    /** URL and superuser of a database. */
    public ConnectionConfig connection(String database) {
        return new ConnectionConfig(url(database), SUPERUSER, password);
    }

    /** A session of the superuser. */
    public Connection open(String database) throws SQLException {
        return ServerSession.open(connection(database), "trellara-handoff local");
    }

    /** Process id of the postmaster. */
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

    /** Stops the server; its data stay. */
    public void stop(StopMode mode) {
        try {
            if (process.isAlive()) {
                command.run(
                        "pg_ctl",
                        List.of(
                                "stop",
                                "-D",
                                data(),
                                "-w",
                                "-t",
                                "60",
                                "-m",
                                mode.name().toLowerCase(Locale.ROOT)));
            }
            awaitEnd(process.toHandle());
        } catch (IOException e) {
            throw ServerFailure.of(version, e.toString(), e);
        }
    }

    /** Stops fast. */
    public void stop() {
        stop(StopMode.FAST);
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

    public void restart(StopMode mode) {
        stop(mode);
        startAgain();
    }

    /** SIGKILL for the postmaster and all its processes; returns when all are gone, so that a start can follow. */
    public void kill() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        awaitEnd(process.toHandle());
        children.forEach(child -> ProcessEnd.awaitStranger(child, what -> ServerFailure.of(version, what, null)));
    }

    /** Stops the server and removes its folder. */
    @Override
    public void close() {
        hook.close();
        closeQuietly();
    }

    private void closeQuietly() {
        try {
            if (process.isAlive()) {
                kill();
            }
            FileTree.remove(folder);
        } catch (IOException e) {
            throw ServerFailure.of(version, "its folder cannot be removed: " + e, e);
        }
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private void initialize() throws IOException {
        Path secret = folder.resolve("superuser");
        Files.writeString(secret, password);
        List<String> arguments = new ArrayList<>(List.of("-D", data(), "-U", SUPERUSER, "--pwfile", secret.toString()));
        arguments.addAll(List.of("-A", "scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"));
        if (version.icuDatabases()) {
            // A real collation, of which nobody can say that it is the order of the bytes.
            arguments.addAll(List.of("--locale-provider=icu", "--icu-locale=en-US"));
        }
        command.run("initdb", arguments);
    }

    private Process launch() throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-D", data()));
        arguments.addAll(ServerSettings.arguments(settings, port));
        return command.start("postgres", arguments, log());
    }

    private void awaitAnswer() {
        String failure = new ServerAnswer(connection("postgres"), process, this::isWhoAnswers).await();
        if (!failure.isEmpty()) {
            throw ServerFailure.of(version, failure + "; log: " + lastLog(), null);
        }
    }

    /** By its data folder and its process. */
    private boolean isWhoAnswers(Connection connection) throws SQLException, IOException {
        Path data = folder.resolve("data");
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT current_setting('data_directory')")) {
            row.next();
            boolean here = data.toRealPath().equals(Path.of(row.getString(1)).toRealPath());
            String written =
                    Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip();
            return here && written.equals(Long.toString(process.pid()));
        }
    }

    private String lastLog() {
        try {
            return ServerCommand.lastLines(log());
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void awaitEnd(ProcessHandle handle) {
        ProcessEnd.await(handle, what -> ServerFailure.of(version, what, null));
    }
}
