package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.SinkOnTarget.write;
import static io.trellara.handoff.sink.TestBlocks.column;
import static io.trellara.handoff.sink.TestBlocks.copy;
import static io.trellara.handoff.sink.TestBlocks.key;
import static io.trellara.handoff.sink.TestBlocks.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** R6: a writer that was replaced commits nothing, and a new one applies nothing twice; each with its twin. */
final class GenerationFenceIT {
    private static final RelationSchema ITEMS =
            schema("items", key("id", "bigint", KeyOrder.INTEGER), column("name", "text"));

    private static TestServer server;
    private SinkOnTarget target;
    private PostgresTargetControl control;

    @BeforeAll
    static void startServer() {
        server = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServer() throws SQLException {
        server.close();
    }

    @BeforeEach
    void open() throws SQLException {
        target = new SinkOnTarget(server, "CREATE TABLE items (id bigint PRIMARY KEY, name text)");
        control = target.control();
    }

    @AfterEach
    void close() {
        target.close();
    }

    @Test
    void oldWriterCopies_generationRaised_newWriterUpdates_oldWriterFlushes() throws SQLException {
        long old = control.raiseGeneration();
        HandoffSinkWriter frozen = target.writer();
        write(frozen, copy(ITEMS, old, 2, "1\told", "2\told"));
        long next = control.raiseGeneration();
        assertThat(next).isEqualTo(old + 1);
        HandoffSinkWriter successor = target.writer();
        write(successor, update(next, 200, "1\tnew"));
        successor.flush(false);
        assertThatThrownBy(() -> frozen.flush(false)).isInstanceOf(HandoffException.class);
        assertThat(target.rows("SELECT * FROM items")).containsExactly("1|new");
    }

    @Test
    void withoutTheFenceTheOldWriterCommitsAnOldRowOverANewerOne() throws SQLException {
        long old = control.raiseGeneration();
        HandoffSinkWriter frozen =
                target.writer(new WriterRules((connection, generation) -> {}, new LedgerRows(target.config.run())));
        write(frozen, copy(ITEMS, old, 2, "1\told", "2\told"));
        HandoffSinkWriter successor = target.writer();
        write(successor, update(control.raiseGeneration(), 200, "1\tnew"));
        successor.flush(false);
        frozen.flush(false);
        assertThat(target.rows("SELECT * FROM items ORDER BY id")).containsExactly("1|old", "2|old");
    }

    @Test
    void aWriterThatBeginsTooLateIsStale() throws SQLException {
        long old = control.raiseGeneration();
        HandoffSinkWriter late = target.writer();
        write(late, update(old, 200, "1\told"));
        control.raiseGeneration();
        assertThatThrownBy(() -> late.flush(false))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.GENERATION_STALE));
        assertThat(target.rows("SELECT * FROM items")).isEmpty();
    }

    @Test
    void aStrangerThatHoldsTheRowIsNamedAndLeftAlone() throws SQLException {
        control.raiseGeneration();
        try (Connection stranger = TestServer.open(target.database);
                Statement statement = stranger.createStatement()) {
            stranger.setAutoCommit(false);
            statement.execute("SELECT generation FROM trellara.sink_generation FOR SHARE");
            int pid = stranger.unwrap(PGConnection.class).getBackendPID();
            assertThatThrownBy(() -> control.raiseGeneration())
                    .isInstanceOf(HandoffException.class)
                    .hasMessageContaining("SINK_TRANSIENT")
                    .hasMessageContaining("pids [" + pid + "]");
            assertThat(stranger.isValid(5)).isTrue();
        }
        assertThat(control.raiseGeneration()).isEqualTo(2);
    }

    @Test
    void sinksOfARunWithALikeNameAreLeftAlone() throws SQLException {
        SinkConfig ours =
                SinkConfig.of(new RunKey("src", "shop", "orders-of-the-first-half-of-the-year-1"), target.database);
        SinkConfig others =
                SinkConfig.of(new RunKey("src", "shop", "orders-of-the-first-half-of-the-year-2"), target.database);
        HandoffSinkWriter writer = target.writer(others, WriterRules.of(others.run()));
        write(writer, copy(ITEMS, target.control(others).raiseGeneration(), 1, "1\ta"));
        PostgresTargetControl raising = target.control(ours);
        raising.raiseGeneration();
        try (Connection stranger = TestServer.open(target.database);
                Statement statement = stranger.createStatement()) {
            stranger.setAutoCommit(false);
            statement.execute("SELECT generation FROM trellara.sink_generation WHERE run_id = '"
                    + ours.run().runId() + "' FOR SHARE");
            assertThatThrownBy(raising::raiseGeneration).hasMessageContaining("SINK_TRANSIENT");
        }
        writer.flush(false);
        assertThat(target.rows("SELECT * FROM items")).containsExactly("1|a");
    }

    @Test
    void blocksOfAnOlderGenerationThanSeenAreRefused() {
        long old = control.raiseGeneration();
        long next = control.raiseGeneration();
        HandoffSinkWriter writer = target.writer();
        write(writer, update(next, 200, "1\tnew"));
        assertThatThrownBy(() -> write(writer, update(old, 210, "1\told")))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.GENERATION_STALE));
    }

    @Test
    void changesThatTheLedgerHoldsAreSkippedInANewGeneration() throws SQLException {
        applyTwice(target.writer());
        assertThat(target.rows("SELECT * FROM items")).containsExactly("1|second");
        assertThat(target.rows("SELECT position, ordinal FROM trellara.sink_ledger"))
                .containsExactly("0/D2|0");
    }

    @Test
    void withoutTheLedgerARestartMovesARowBackwards() throws SQLException {
        SharedRowFence fence = new SharedRowFence(target.config.run());
        applyTwice(target.writer(new WriterRules(fence, (connection, lanes) -> Map.of())));
        assertThat(target.rows("SELECT * FROM items")).containsExactly("1|first");
    }

    @Test
    void aWriterThatLivesOnReadsTheLedgerAgainInANewGeneration() throws SQLException {
        HandoffSinkWriter writer = target.writer();
        write(writer, update(control.raiseGeneration(), 100, "1\tzeroth"));
        writer.flush(false);
        applyTwice(writer);
        assertThat(target.rows("SELECT * FROM items")).containsExactly("1|second");
    }

    /** One writer applies two changes; after a restart another one is handed the first of them again. */
    private void applyTwice(HandoffSinkWriter second) throws SQLException {
        HandoffSinkWriter first = target.writer();
        long generation = control.raiseGeneration();
        write(first, update(generation, 200, "1\tfirst"), update(generation, 210, "1\tsecond"));
        first.flush(false);
        write(second, update(control.raiseGeneration(), 200, "1\tfirst"));
        second.flush(false);
    }

    private static ChangeBlock update(long generation, long commit, String line) {
        return TestBlocks.of(ITEMS).change(ChangeOp.UPDATE, commit, 0, line).block(generation, 0);
    }
}
