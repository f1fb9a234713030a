package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Lsn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Where a stream starts, and what is acknowledged (R7). */
class ChangeStreamPositionIT {
    private static final List<String> TABLE = List.of("CREATE TABLE t (id int PRIMARY KEY)");

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = Servers.source(PostgresVersion.V17);
    }

    @AfterAll
    static void stop() throws SQLException {
        server.close();
    }

    private static StreamUnderTest source() throws SQLException {
        return StreamUnderTest.create(server, TABLE, "public.t");
    }

    private static StreamUnderTest fill(StreamUnderTest source, int first, int last) throws SQLException {
        for (int id = first; id <= last; id++) {
            source.run("INSERT INTO t VALUES (" + id + ")");
        }
        return source;
    }

    @Test
    void startsAtTheFirstTransactionThatThePositionDoesNotCover() throws SQLException {
        StreamUnderTest source = fill(source(), 1, 5);
        Lsn slot = source.confirmed();
        ReceivedChanges all = new ReceivedChanges();
        try (ChangeStream stream = source.open(slot)) {
            all.until(stream, 5);
        }
        long third = all.commits.get(2);

        for (Lsn from : List.of(new Lsn(third), new Lsn(third + 1))) {
            try (ChangeStream stream = source.open(from)) {
                ReceivedChanges rest = new ReceivedChanges().untilIdle(stream, source.logEnd());

                assertThat(rest.commits).isEqualTo(all.commits.subList(from.covers(third) ? 3 : 2, 5));
            }
        }
        assertThat(source.confirmed()).as("what was only received").isEqualTo(slot);
    }

    @Test
    void movesTheSlotOnlyToWhatWasAcknowledged() throws SQLException {
        StreamUnderTest source = source();
        Lsn before = source.confirmed();
        try (ChangeStream stream = source.open(before)) {
            fill(source, 1, 3);
            ReceivedChanges received = new ReceivedChanges().until(stream, 3);
            // more than the interval of the status updates, and keepalives beyond the last change
            source.run("SELECT pg_logical_emit_message(false, 'test', 'a')", "SELECT pg_sleep(2.5)");
            received.untilIdle(stream, source.logEnd());
            assertThat(source.confirmed()).isEqualTo(before);

            Lsn second = new Lsn(received.commits.get(1) + 1);
            stream.acknowledge(second);
            received.until(stream, () -> confirms(source, second));
            stream.acknowledge(before);
            source.run("SELECT pg_sleep(1.5)");

            assertThat(source.confirmed()).as("never back").isEqualTo(second);
        }
    }

    @Test
    void anIdleStreamAdvancesByKeepalives() throws SQLException {
        StreamUnderTest source = source();
        Lsn before = source.confirmed();
        try (ChangeStream stream = source.open(before)) {
            source.run("SELECT pg_logical_emit_message(true, 'test', repeat('x', 100000))");
            Lsn end = source.logEnd();
            ReceivedChanges received = new ReceivedChanges().untilIdle(stream, end);
            assertThat(received.commits).isEmpty();
            assertThat(source.confirmed()).isEqualTo(before);

            Lsn idle = received.idle;
            stream.acknowledge(idle);
            received.until(stream, () -> confirms(source, idle));

            assertThat(idle.covers(end)).isTrue();
        }
    }

    @Test
    void knowsHowFarBehindItIs() throws SQLException {
        StreamUnderTest source = source();
        try (ChangeStream stream = source.open()) {
            source.run("INSERT INTO t SELECT generate_series(1, 5000)");
            ReceivedChanges received = new ReceivedChanges();
            received.paused = true;
            received.until(stream, () -> stream.lagBytes() > 100_000);
            received.paused = false;
            received.untilIdle(stream, source.logEnd()).until(stream, () -> stream.lagBytes() < 10_000);

            assertThat(received.lines).hasSize(5_000);
        }
    }

    @Test
    void refusesASlotThatSomebodyElseHasAdvanced() throws SQLException {
        StreamUnderTest source = fill(source(), 1, 2);
        Lsn ours = source.confirmed();
        source.run("SELECT pg_replication_slot_advance('" + source.slot() + "', pg_current_wal_lsn())");

        assertThatThrownBy(() -> source.open(ours))
                .hasMessageContaining(
                        "SLOT_AHEAD: slot " + source.slot() + ": observed confirmed_flush_lsn " + source.confirmed());
        try (ChangeStream stream = source.open(source.confirmed())) {
            fill(source, 3, 3);
            assertThat(new ReceivedChanges().until(stream, 1).lines).containsExactly("insert t 3");
        }
    }

    /** The twin of R7: acknowledge what was received, as a driver does by itself, and a restart loses it in silence. */
    @Test
    void withAutomaticAcknowledgementARestartLosesAChange() throws SQLException {
        StreamUnderTest source = source();
        Lsn checkpointed = source.confirmed();
        try (ChangeStream stream = source.open(checkpointed)) {
            fill(source, 1, 1);
            ReceivedChanges received = new ReceivedChanges().until(stream, 1);
            Lsn automatic = received.position;
            stream.acknowledge(automatic);
            received.until(stream, () -> confirms(source, automatic));
        }
        fill(source, 2, 2);

        // without the check of the slot's position, PostgreSQL starts and skips without a word
        assertThat(withoutTheCheck(source, checkpointed)).containsExactly("insert t 2");
        assertThatThrownBy(() -> source.open(checkpointed)).hasMessageContaining("SLOT_AHEAD");
    }

    private static List<String> withoutTheCheck(StreamUnderTest source, Lsn from) throws SQLException {
        StreamSource unchecked = new StreamSource(source.slot(), source.slot());
        WalSender sender =
                WalSender.start(source.sessions.openReplication(PostgresSessions.STREAM), unchecked, from, 60_000);
        try {
            PgOutputDecoder decoder = new PgOutputDecoder(source.opening().contract(source.contract), from);
            ReceivedChanges received = new ReceivedChanges();
            while (received.position.equals(Lsn.ZERO)) {
                byte[] frame = Objects.requireNonNull(sender.await());
                if (!StreamMessage.isKeepalive(frame)) {
                    int header = StreamMessage.DATA_HEADER;
                    decoder.decode(frame, header, frame.length - header, received);
                }
            }
            return received.lines;
        } finally {
            sender.abort();
        }
    }

    /**
     * A crashed server forgets acknowledgements that it had not written down; what was applied is not applied twice.
     */
    @Test
    void skipsWhatACrashedServerSendsAgain() throws SQLException {
        StreamUnderTest source = fill(source(), 1, 4);
        EmbeddedPostgresServer process = server.embedded();
        source.run("CHECKPOINT"); // the next one by itself, which would write it down, is five minutes away
        Lsn persisted = source.confirmed();
        ReceivedChanges first = new ReceivedChanges();
        try (ChangeStream stream = source.open(persisted)) {
            first.until(stream, 4);
            Lsn position = first.position;
            stream.acknowledge(position);
            first.until(stream, () -> confirms(source, position));
            process.kill();
        }
        process.startAgain();
        assertThat(source.confirmed()).as("the acknowledgement is forgotten").isEqualTo(persisted);

        try (ChangeStream stream = source.open(first.position)) {
            fill(source, 5, 5);
            List<String> lines = new ArrayList<>(new ReceivedChanges().until(stream, 1).lines);

            assertThat(lines).containsExactly("insert t 5");
        }
    }

    private static boolean confirms(StreamUnderTest source, Lsn position) {
        try {
            return source.confirmed().equals(position);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
