package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.SinkOnTarget.write;
import static io.trellara.handoff.sink.TestBlocks.column;
import static io.trellara.handoff.sink.TestBlocks.copy;
import static io.trellara.handoff.sink.TestBlocks.key;
import static io.trellara.handoff.sink.TestBlocks.mark;
import static io.trellara.handoff.sink.TestBlocks.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the sink does to rows, at a target of any kind. Sets of changes come in two sizes. */
interface SinkWriterLaw {
    /** With the table that {@link SinkOnTarget#items} is about, empty. */
    SinkOnTarget target();

    HandoffSinkWriter writer();

    long generation();

    @Test
    default void copiesRowsAndCountsThem() throws SQLException {
        write(
                writer(),
                copy(target().items(), generation(), 1, "1\ta\tx", "2\t\\N\ttab\\there"),
                copy(target().items(), generation(), 1, "3\tc\tz"));
        assertThat(target().rows("SELECT count(*) FROM items")).containsExactly("0");
        writer().flush(false);
        assertThat(target().rows("SELECT * FROM items ORDER BY id")).containsExactly("1|a|x", "2|~|tab\there", "3|c|z");
        ChunkAttempt attempt = new ChunkAttempt(new ChunkId(target().items().relation(), 0), 1);
        assertThat(target().control().applied(List.of(attempt, new ChunkAttempt(attempt.chunk(), 2))))
                .containsExactly(Map.entry(attempt, 3L));
    }

    @Test
    default void endsACopyThatIsIdle() throws Exception {
        write(writer(), copy(target().items(), generation(), 1, "1\ta\tx"));
        target().time.advance(499);
        assertThat(target().rows("SELECT count(*) FROM items")).containsExactly("0");
        target().time.advance(1);
        assertThat(target().rows("SELECT count(*) FROM items")).containsExactly("1");
    }

    @Test
    default void replacesRowsOfARetriedChunk() throws SQLException {
        write(writer(), copy(target().items(), generation(), 1, "1\told\tx", "2\told\tx"));
        writer().flush(false);
        write(writer(), copy(target().items(), generation(), 2, "2\tnew\ty", "3\tnew\ty"));
        writer().flush(false);
        assertThat(target().rows("SELECT * FROM items ORDER BY id")).containsExactly("1|old|x", "2|new|y", "3|new|y");
    }

    @Test
    default void theLaterOfTwoReplacingAttemptsWins() throws SQLException {
        write(writer(), copy(target().items(), generation(), 2, "1\told\tx", "2\told\tx"));
        write(writer(), copy(target().items(), generation(), 3, "2\tnew\ty", "3\tnew\ty"));
        writer().flush(false);
        assertThat(target().rows("SELECT * FROM items ORDER BY id")).containsExactly("1|old|x", "2|new|y", "3|new|y");
        assertThat(target().rows("SELECT a.attempt, a.rows FROM trellara.sink_applied a ORDER BY a.attempt"))
                .containsExactly("2|2", "3|2");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    default void rowsOfAnAttemptThatWasGivenUpComeTooLate(int givenUp) throws SQLException {
        write(writer(), copy(target().items(), generation(), 3, "1\tnew\ty"));
        write(writer(), copy(target().items(), generation(), givenUp, "1\told\tx", "2\told\tx"));
        write(writer(), copy(target().items(), generation(), 3, "2\tnew\ty"));
        writer().flush(false);
        write(writer(), copy(target().items(), generation(), givenUp, "2\told\tx"));
        writer().flush(false);
        assertThat(target().rows("SELECT * FROM items ORDER BY id")).containsExactly("1|new|y", "2|new|y");
    }

    @Test
    default void copiesTwoRelationsSideBySide() throws SQLException {
        target().execute(target().createItems().replace("items", "others"));
        RelationSchema others = schema("others", target().items().columns().toArray(Column[]::new));
        for (int i = 0; i < 10; i++) {
            write(
                    writer(),
                    copy(target().items(), generation(), 1, i + "\ta\tx"),
                    copy(others, generation(), 2, i + "\tb\ty"));
        }
        writer().flush(false);
        assertThat(target().rows("SELECT (SELECT count(*) FROM items), (SELECT count(*) FROM others)"))
                .containsExactly("10|10");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 200})
    default void appliesEveryKindOfChange(int times) throws SQLException {
        for (int i = 0; i < times; i++) {
            for (int n = 1; n <= 4; n++) {
                target().execute("INSERT INTO items VALUES (" + (10 * i + n) + ", 'old', 'big')");
            }
        }
        TestBlocks changes = TestBlocks.of(target().items());
        for (int i = 0; i < times; i++) {
            int base = 10 * i;
            changes.change(ChangeOp.DELETE, 200, 6 * i, "" + (base + 1))
                    .change(ChangeOp.UPDATE, 200, 6 * i + 1, (base + 2) + "\tnew\\\\\tx")
                    .change(ChangeOp.PARTIAL_UPDATE, 200, 6 * i + 2, (base + 3) + "\tnew\t\0")
                    .change(ChangeOp.PARTIAL_UPDATE, 200, 6 * i + 3, (base + 5) + "\tghost\t\0")
                    .change(ChangeOp.INSERT, 200, 6 * i + 4, (base + 6) + "\tnew\t\\N")
                    .change(ChangeOp.UPDATE, 200, 6 * i + 5, (base + 7) + "\tmissing\tx");
        }
        write(writer(), changes.block(generation(), 3));
        writer().flush(false);
        assertThat(target().rows("SELECT * FROM items WHERE id < 10 ORDER BY id"))
                .containsExactly("2|new\\|x", "3|new|big", "4|old|big", "6|new|~", "7|missing|x");
        assertThat(target().rows("SELECT count(*), count(DISTINCT id % 10) FROM items"))
                .containsExactly(5 * times + "|5");
        assertThat(target().rows("SELECT lane, position, ordinal FROM trellara.sink_ledger"))
                .containsExactly("3|0/C8|" + (6 * times - 1));
    }

    @Test
    default void flushesChangesAfterTheLinger() throws Exception {
        write(
                writer(),
                TestBlocks.of(target().items())
                        .change(ChangeOp.INSERT, 200, 0, "1\ta\tx")
                        .block(generation(), 0));
        target().time.advance(19);
        assertThat(target().rows("SELECT * FROM items")).isEmpty();
        target().time.advance(1);
        assertThat(target().rows("SELECT * FROM items")).containsExactly("1|a|x");
    }

    @Test
    default void marksMoveTheLedgerOfEveryLane() throws SQLException {
        write(writer(), mark(generation(), 0, 300), mark(generation(), 1, 200), mark(generation(), 1, 100));
        assertThat(target().control().ledger()).isEmpty();
        writer().flush(false);
        assertThat(target().control().ledger()).contains(new Lsn(200));
        assertThat(target().rows("SELECT lane, ordinal FROM trellara.sink_ledger ORDER BY lane"))
                .containsExactly("0|-1", "1|-1");
    }

    @Test
    default void truncatesAloneAndOnce() throws SQLException {
        write(
                writer(),
                TestBlocks.of(target().items())
                        .change(ChangeOp.INSERT, 200, 0, "1\ta\tx")
                        .block(generation(), 0));
        var truncate = TestBlocks.of(target().items())
                .change(ChangeOp.TRUNCATE, 210, 0, "")
                .block(generation(), 0);
        write(writer(), truncate);
        assertThat(target().rows("SELECT * FROM items")).isEmpty();
        write(
                writer(),
                TestBlocks.of(target().items())
                        .change(ChangeOp.INSERT, 220, 0, "2\ta\tx")
                        .block(generation(), 0));
        write(writer(), truncate);
        assertThat(target().rows("SELECT * FROM items")).containsExactly("2|a|x");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    default void equalNumericKeysAreOneRow(int rows) throws SQLException {
        String numeric = target().mysql() ? "decimal(10,2)" : "numeric";
        target().execute("CREATE TABLE prices (price " + numeric + " PRIMARY KEY, note " + target().text() + ")");
        RelationSchema prices =
                schema("prices", key("price", numeric, KeyOrder.NUMERIC), column("note", target().text()));
        TestBlocks changes = TestBlocks.of(prices);
        for (int i = 0; i < rows; i++) {
            changes.change(ChangeOp.INSERT, 200, 2 * i, i + ".0\ta")
                    .change(ChangeOp.UPDATE, 200, 2 * i + 1, i + ".00\tb");
        }
        write(writer(), changes.block(generation(), 0));
        writer().flush(false);
        assertThat(target().rows("SELECT count(*), min(price), min(note) FROM prices"))
                .containsExactly(rows + "|0.00|b");
    }
}
