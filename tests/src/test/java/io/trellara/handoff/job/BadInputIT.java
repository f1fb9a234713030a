package io.trellara.handoff.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused before anything is touched, each with its code and exit status, on the command line. */
final class BadInputIT {
    @SuppressWarnings("NullAway.Init")
    private static TestServer source;

    @SuppressWarnings("NullAway.Init")
    private static TestServer target;

    @SuppressWarnings("NullAway.Init")
    private Path config;

    @TempDir
    private Path folder;

    private final CommandLineRun line = new CommandLineRun();

    @BeforeAll
    static void startServers() {
        source = Servers.start("source", PostgresVersion.V17, Map.of("wal_level", "replica"));
        target = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServers() throws SQLException {
        source.close();
        target.close();
    }

    @BeforeEach
    void configure() throws SQLException, IOException {
        ConnectionConfig from = source.newDatabase("shop");
        ConnectionConfig to = target.newDatabase("shop");
        TestServer.execute(from, "CREATE TABLE orders (id bigint PRIMARY KEY)", "CREATE TABLE notes (text text)");
        config = CommandLineRun.yaml(folder, "public.orders, public.notes, public.nowhere", from, to);
    }

    private void change(String what, String by) throws IOException {
        String text = Files.readString(config);
        String changed = text.replaceFirst(what, by);
        assertThat(changed).isNotEqualTo(text);
        Files.writeString(config, changed);
    }

    private void refused(String command, int status, String... codes) {
        String[] words = command.equals("run")
                ? new String[] {"run", "--local", "--config", config.toString()}
                : new String[] {command, "--config", config.toString()};
        assertThat(line.handoff(words)).as(line.all()).isEqualTo(status);
        assertThat(line.all()).contains(codes).doesNotContain("\tat ");
    }

    @Test
    void preflightNamesEverythingAtOnce() {
        refused("preflight", 3, "WAL_LEVEL", "RELATION_KEYLESS", "RELATION_MISSING", "public.nowhere");
    }

    @Test
    void aRunIsRefusedForTheSameReasonsAndTouchesNothing() throws SQLException {
        refused("run", 3, "WAL_LEVEL", "RELATION_KEYLESS", "RELATION_MISSING");
    }

    @Test
    void aTypoIsRefusedWithTheNearestKey() throws IOException {
        change("relations:", "realtions:");
        refused("run", 2, "CONFIG_UNKNOWN_KEY", "source.relations", "line");
    }

    @Test
    void aWrongPasswordIsSaidWithoutShowingIt() throws IOException {
        Files.writeString(folder.resolve("source.password"), "wrong-horse");
        refused("preflight", 3, "SOURCE_AUTHENTICATION");
        assertThat(line.all()).doesNotContain("wrong-horse");
    }

    @Test
    void anUnreachableSourceIsSaid() throws IOException {
        change("jdbc:postgresql://[^/]*/", "jdbc:postgresql://127.0.0.1:1/");
        refused("preflight", 3, "SOURCE_UNREACHABLE");
    }

    @Test
    void anUnreachableEvidenceStoreIsSaid() throws IOException {
        Files.writeString(config, Files.readString(config) + "evidence: {url: 'jdbc:postgresql://127.0.0.1:1/e'}\n");
        refused("status", 5, "EVIDENCE_UNAVAILABLE");
        refused("run", 3, "EVIDENCE_UNREACHABLE");
    }
}
