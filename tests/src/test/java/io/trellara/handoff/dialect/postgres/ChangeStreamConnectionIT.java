package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Lsn;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How a stream keeps its connection, and how it ends, against a server that cuts silent peers after two seconds. */
class ChangeStreamConnectionIT {
    private static final List<String> TABLE = List.of("CREATE TABLE t (id int PRIMARY KEY, v text)");
    private static final int SMALL_BUFFER = 64 << 10;

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = Servers.start("source", PostgresVersion.V17, Map.of("wal_sender_timeout", "2s"));
    }

    @AfterAll
    static void stop() throws SQLException {
        server.close();
    }

    private static StreamUnderTest source() throws SQLException {
        return StreamUnderTest.create(server, TABLE, "public.t");
    }

    private static ChangeStream openSmall(StreamUnderTest source) throws SQLException {
        return PostgresChangeStream.open(source.opening(), source.confirmed(), source.contract, SMALL_BUFFER);
    }

    private static String pid(StreamUnderTest source) throws SQLException {
        return source.ask("SELECT active_pid FROM pg_replication_slots WHERE slot_name = '" + source.slot() + "'");
    }

    /** About 20 MB: more than the buffer and all sockets on the way hold. */
    private static void writeMuch(StreamUnderTest source) throws SQLException {
        source.run("INSERT INTO t SELECT i, repeat('x', 1000) FROM generate_series(1, 20000) i");
    }

    @Test
    void aStreamThatNobodyPollsStaysConnectedWhileTheServerCannotSend() throws SQLException {
        StreamUnderTest source = source();
        try (ChangeStream stream = openSmall(source)) {
            String pid = pid(source);
            writeMuch(source);
            source.run("SELECT pg_sleep(6)"); // three times wal_sender_timeout

            assertThat(pid(source)).isEqualTo(pid);
            ReceivedChanges received = new ReceivedChanges().until(stream, 20_000);
            assertThat(received.lines)
                    .isEqualTo(IntStream.rangeClosed(1, 20_000)
                            .mapToObj(i -> "insert t " + i + "|<1000>")
                            .toList());
            assertThat(pid(source)).isEqualTo(pid);
        }
    }

    @Test
    void anIdleStreamThatNobodyPollsStaysConnected() throws SQLException {
        StreamUnderTest source = source();
        try (ChangeStream stream = source.open()) {
            String pid = pid(source);
            source.run("SELECT pg_sleep(5)", "INSERT INTO t VALUES (1, 'a')");

            assertThat(new ReceivedChanges().until(stream, 1).lines).containsExactly("insert t 1|a");
            assertThat(pid(source)).isEqualTo(pid);
        }
    }

    @Test
    void aTerminatedWalsenderSurfacesInTheNextPolls() throws SQLException {
        StreamUnderTest source = source();
        try (ChangeStream stream = source.open()) {
            source.run("SELECT pg_terminate_backend(" + pid(source) + ")");

            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> new ReceivedChanges().until(stream, 1)).hasMessageContaining("STREAM_FAILED");
            }
        }
    }

    /** A server that shuts down waits for its walsenders to be acknowledged: ours must not keep it (R12). */
    @Test
    void aFastShutdownIsNotHeldUpAndTheStreamGoesOnAfterwards() throws SQLException {
        StreamUnderTest source = source();
        EmbeddedPostgresServer process = server.embedded();
        // else the silence of a peer that has given up would be enough
        source.run("ALTER DATABASE " + source.slot() + " SET wal_sender_timeout = '60s'");
        try (ChangeStream stream = openSmall(source)) {
            writeMuch(source);
            Instant before = Instant.now();
            process.stop();

            assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(20));
            assertThatThrownBy(() -> new ReceivedChanges().until(stream, 20_000))
                    .hasMessageContaining("STREAM_FAILED");
        }
        process.startAgain();
        try (ChangeStream stream = source.open()) {
            assertThat(new ReceivedChanges().until(stream, 20_000).lines).hasSize(20_000);
        }
    }

    @Test
    void closingFromAnotherThreadFreesTheSlotAtOnce() throws SQLException {
        StreamUnderTest source = source();
        ChangeStream stream = source.open();
        stream.close();
        stream.close();

        assertThatThrownBy(() -> new ReceivedChanges().until(stream, 1)).hasMessageContaining("STREAM_FAILED");
        try (ChangeStream next = source.open()) {
            source.run("INSERT INTO t VALUES (1, 'a')");
            assertThat(new ReceivedChanges().until(next, 1).lines).hasSize(1);
        }
    }

    @Test
    void aStaleStreamOfTheSameRunIsReplaced() throws SQLException {
        StreamUnderTest source = source();
        try (ChangeStream stale = source.open();
                ChangeStream next = source.open()) {
            source.run("INSERT INTO t VALUES (1, 'a')");

            assertThat(new ReceivedChanges().until(next, 1).lines).hasSize(1);
            assertThatThrownBy(() -> new ReceivedChanges().until(stale, 1)).hasMessageContaining("STREAM_FAILED");
        }
    }

    @Test
    void aSlotThatAStrangerReadsIsBusy() throws SQLException {
        StreamUnderTest source = source();
        Connection session = source.sessions.openReplication("stranger");
        try (Statement statement = session.createStatement()) {
            statement.execute("SET wal_sender_timeout = 0");
        }
        WalSender stranger =
                WalSender.start(session, new StreamSource(source.slot(), source.slot()), source.confirmed(), 60_000);
        try {
            assertThatThrownBy(source::open)
                    .hasMessageContaining("SLOT_BUSY")
                    .hasMessageContaining("held by session " + pid(source));
        } finally {
            stranger.abort();
        }
    }

    @Test
    void aMissingSlotHalts() throws SQLException {
        StreamUnderTest source = source();
        Lsn position = source.confirmed();
        source.run("SELECT pg_drop_replication_slot('" + source.slot() + "')");

        assertThatThrownBy(() -> source.open(position)).hasMessageContaining("SLOT_MISSING: slot " + source.slot());
    }

    @Test
    void aSlotWhoseLogWasRemovedHalts() throws SQLException {
        StreamUnderTest source = source();
        source.run("ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'", "SELECT pg_reload_conf()");
        try {
            for (int i = 0; i < 3; i++) {
                source.run("SELECT pg_logical_emit_message(false, 'test', 'x')", "SELECT pg_switch_wal()");
            }
            source.run("CHECKPOINT");

            assertThatThrownBy(source::open).hasMessageContaining("SLOT_LOST").hasMessageContaining("wal_status lost");
        } finally {
            source.run("ALTER SYSTEM RESET max_slot_wal_keep_size", "SELECT pg_reload_conf()");
        }
    }

    @Test
    void aRelationThatIsGoneHaltsBeforeAnythingIsRead() throws SQLException {
        StreamUnderTest source = source();
        source.run("DROP TABLE t");

        assertThatThrownBy(source::open).hasMessageContaining("SCHEMA_CHANGED: relation public.t");
    }

    @Test
    void aPublicationDroppedForAWhileHalts() throws SQLException {
        droppedPublication(source());
    }

    /** From 18 on the server warns, and leaves the changes out. */
    @Test
    void aPublicationDroppedForAWhileHaltsOn18() throws SQLException {
        try (TestServer newer = Servers.source(PostgresVersion.V18)) {
            droppedPublication(StreamUnderTest.create(newer, TABLE, "public.t"));
        }
    }

    private static void droppedPublication(StreamUnderTest source) throws SQLException {
        try (ChangeStream stream = source.open()) {
            source.run(
                    "INSERT INTO t VALUES (1, 'a')",
                    "DROP PUBLICATION " + source.slot(),
                    "INSERT INTO t VALUES (2, 'b')",
                    "CREATE PUBLICATION " + source.slot() + " FOR ALL TABLES",
                    "INSERT INTO t VALUES (3, 'c')");

            ReceivedChanges received = new ReceivedChanges();
            assertThatThrownBy(() -> received.until(stream, 3)).hasMessageContaining("PUBLICATION_CHANGED");
            assertThat(received.lines).doesNotContain("insert t 3|c");
        }
    }
}
