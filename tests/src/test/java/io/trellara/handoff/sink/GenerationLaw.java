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
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import io.trellara.handoff.sink.SinkConfig.Existing;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * R6 at a target of any kind: a writer that was replaced commits nothing, a coordinator that was empties nothing, and a
 * new writer applies nothing twice; each with its twin.
 */
interface GenerationLaw {
    /** With an empty table {@code items (id, name)}. */
    SinkOnTarget target();

    JdbcTargetControl control();

    private RelationSchema items() {
        return schema("items", key("id", "bigint", KeyOrder.INTEGER), column("name", target().text()));
    }

    @Test
    default void oldWriterCopies_generationRaised_newWriterUpdates_oldWriterFlushes() throws SQLException {
        long old = control().raiseGeneration();
        HandoffSinkWriter frozen = target().writer();
        write(frozen, copy(items(), old, 2, "1\told", "2\told"));
        long next = control().raiseGeneration();
        assertThat(next).isEqualTo(old + 1);
        HandoffSinkWriter successor = target().writer();
        write(successor, update(next, 200, "1\tnew"));
        successor.flush(false);
        assertThatThrownBy(() -> frozen.flush(false)).isInstanceOf(HandoffException.class);
        assertThat(target().rows("SELECT * FROM items")).containsExactly("1|new");
    }

    @Test
    default void withoutTheFenceTheOldWriterCommitsAnOldRowOverANewerOne() throws SQLException {
        long old = control().raiseGeneration();
        HandoffSinkWriter frozen = target().writer(new WriterRules(
                (connection, generation) -> {}, new LedgerRows(target().config.run())));
        write(frozen, copy(items(), old, 2, "1\told", "2\told"));
        HandoffSinkWriter successor = target().writer();
        write(successor, update(control().raiseGeneration(), 200, "1\tnew"));
        successor.flush(false);
        frozen.flush(false);
        assertThat(target().rows("SELECT * FROM items ORDER BY id")).containsExactly("1|old", "2|old");
    }

    @Test
    default void aWriterThatBeginsTooLateIsStale() throws SQLException {
        long old = control().raiseGeneration();
        HandoffSinkWriter late = target().writer();
        write(late, update(old, 200, "1\told"));
        control().raiseGeneration();
        assertThatThrownBy(() -> late.flush(false))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.GENERATION_STALE));
        assertThat(target().rows("SELECT * FROM items")).isEmpty();
    }

    @Test
    default void aStrangerThatHoldsTheRowIsNamedAndLeftAlone() throws SQLException {
        control().raiseGeneration();
        try (Connection stranger = target().open();
                Statement statement = stranger.createStatement()) {
            stranger.setAutoCommit(false);
            statement.execute("SELECT generation FROM trellara.sink_generation FOR SHARE");
            long number = number(statement);
            assertThatThrownBy(control()::raiseGeneration)
                    .isInstanceOf(HandoffException.class)
                    .hasMessageContaining("SINK_TRANSIENT")
                    .hasMessageContaining("table: [" + number + "]");
            assertThat(stranger.isValid(5)).isTrue();
        }
        assertThat(control().raiseGeneration()).isEqualTo(2);
    }

    @Test
    default void sinksOfARunWithALikeNameAreLeftAlone() throws SQLException {
        SinkConfig ours = target().of("orders-of-the-first-half-of-the-year-1");
        SinkConfig others = target().of("orders-of-the-first-half-of-the-year-2");
        HandoffSinkWriter writer = target().writer(others, WriterRules.of(others.run()));
        write(writer, copy(items(), target().control(others).raiseGeneration(), 1, "1\ta"));
        JdbcTargetControl raising = target().control(ours);
        raising.raiseGeneration();
        try (Connection stranger = target().open();
                Statement statement = stranger.createStatement()) {
            stranger.setAutoCommit(false);
            statement.execute("SELECT generation FROM trellara.sink_generation WHERE run_id = '"
                    + ours.run().runId() + "' FOR SHARE");
            assertThatThrownBy(raising::raiseGeneration).hasMessageContaining("SINK_TRANSIENT");
        }
        writer.flush(false);
        assertThat(target().rows("SELECT * FROM items")).containsExactly("1|a");
    }

    @Test
    default void blocksOfAnOlderGenerationThanSeenAreRefused() {
        long old = control().raiseGeneration();
        long next = control().raiseGeneration();
        HandoffSinkWriter writer = target().writer();
        write(writer, update(next, 200, "1\tnew"));
        assertThatThrownBy(() -> write(writer, update(old, 210, "1\told")))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.GENERATION_STALE));
    }

    @Test
    default void changesThatTheLedgerHoldsAreSkippedInANewGeneration() throws SQLException {
        applyTwice(target().writer());
        assertThat(target().rows("SELECT * FROM items")).containsExactly("1|second");
        assertThat(target().rows("SELECT position, ordinal FROM trellara.sink_ledger"))
                .containsExactly("0/D2|0");
    }

    @Test
    default void withoutTheLedgerARestartMovesARowBackwards() throws SQLException {
        SharedRowFence fence = new SharedRowFence(target().config.run());
        applyTwice(target().writer(new WriterRules(fence, (connection, lanes) -> Map.of())));
        assertThat(target().rows("SELECT * FROM items")).containsExactly("1|first");
    }

    @Test
    default void aWriterThatLivesOnReadsTheLedgerAgainInANewGeneration() throws SQLException {
        HandoffSinkWriter writer = target().writer();
        write(writer, update(control().raiseGeneration(), 100, "1\tzeroth"));
        writer.flush(false);
        applyTwice(writer);
        assertThat(target().rows("SELECT * FROM items")).containsExactly("1|second");
    }

    /** One writer applies two changes; after a restart another one is handed the first of them again. */
    private void applyTwice(HandoffSinkWriter second) throws SQLException {
        HandoffSinkWriter first = target().writer();
        long generation = control().raiseGeneration();
        write(first, update(generation, 200, "1\tfirst"), update(generation, 210, "1\tsecond"));
        first.flush(false);
        write(second, update(control().raiseGeneration(), 200, "1\tfirst"));
        second.flush(false);
    }

    private ChangeBlock update(long generation, long commit, String line) {
        return TestBlocks.of(items()).change(ChangeOp.UPDATE, commit, 0, line).block(generation, 0);
    }

    @Test
    default void anOlderCoordinatorEmptiesAndCreatesNothing() throws SQLException {
        long old = control().raiseGeneration();
        long next = control().raiseGeneration();
        target().execute("INSERT INTO items VALUES (7, 'copied meanwhile')");
        JdbcTargetControl older = target().control(target().with(Existing.TRUNCATE, true, Constraints.AS_IS));
        assertThatThrownBy(() -> older.prepareAdded(List.of(items(), others()), old))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.GENERATION_STALE));
        assertThat(target().rows("SELECT id FROM items")).containsExactly("7");
        assertThat(others("tables")).containsExactly("0");
        older.prepareAdded(List.of(items(), others()), next);
        assertThat(target().rows("SELECT id FROM items")).isEmpty();
        assertThat(others("tables")).containsExactly("1");
    }

    @Test
    default void withoutTheFenceAnOlderCoordinatorEmptiesWhatWasCopiedMeanwhile() throws SQLException {
        long old = control().raiseGeneration();
        control().raiseGeneration();
        target().execute("INSERT INTO items VALUES (7, 'copied meanwhile')");
        target().control(target().with(Existing.TRUNCATE, true, Constraints.AS_IS), (connection, generation) -> {})
                .prepareAdded(List.of(items()), old);
        assertThat(target().rows("SELECT id FROM items")).isEmpty();
    }

    private static RelationSchema others() {
        return schema("others", key("id", "bigint", KeyOrder.INTEGER));
    }

    private List<String> others(String what) throws SQLException {
        return target().rows("SELECT count(*) FROM information_schema." + what
                + " WHERE table_schema = 'public' AND table_name = 'others'");
    }

    /** The server's number of the statement's session. */
    private long number(Statement statement) throws SQLException {
        String sql = target().mysql() ? "SELECT connection_id()" : "SELECT pg_backend_pid()";
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
