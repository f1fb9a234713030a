package io.trellara.handoff.dialect.postgres;

import static io.trellara.handoff.dialect.postgres.PgOutputEncoder.UNCHANGED;
import static io.trellara.handoff.dialect.postgres.StreamFixture.FOREIGN;
import static io.trellara.handoff.dialect.postgres.StreamFixture.ITEM;
import static io.trellara.handoff.dialect.postgres.StreamFixture.LINE;
import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.model.Lsn;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PgOutputDecoderTest {
    @Test
    void handsOutATransactionWithTimesFrom1970() {
        StreamFixture stream = new StreamFixture().describe();

        stream.decode(PgOutputEncoder.begin(100, 1_700_000_000_000_001L, -2));
        assertThat(stream.insideTransaction()).isTrue();
        stream.decode(PgOutputEncoder.commit(100, 148));

        assertThat(stream.changes.lines()).containsExactly("begin 100 1700000000000001 4294967294", "commit 100 148");
        assertThat(stream.insideTransaction()).isFalse();
    }

    @Test
    void handsOutEveryRowOperation() {
        StreamFixture stream = StreamFixture.inTransaction();

        stream.decode(PgOutputEncoder.insert(ITEM, asList("1", "ä", null)))
                .decode(PgOutputEncoder.update(ITEM, 'N', List.of(), List.of("1", "", UNCHANGED)))
                .decode(PgOutputEncoder.update(ITEM, 'K', asList("1", null, null), List.of("2", "", UNCHANGED)))
                .decode(PgOutputEncoder.update(ITEM, 'O', List.of("2", "", "n"), List.of("2", "b", UNCHANGED)))
                .decode(PgOutputEncoder.delete(ITEM, 'K', asList("2", null, null)))
                .decode(PgOutputEncoder.delete(LINE, 'O', List.of("1", "x", "k")))
                .decode(PgOutputEncoder.truncate(3, ITEM, LINE));

        assertThat(stream.changes.lines())
                .containsExactly(
                        "begin 100 0 7",
                        "insert public.item ['1', 'ä', null]",
                        "update public.item to ['1', '', unchanged]",
                        "update public.item key ['1', null, null] to ['2', '', unchanged]",
                        "update public.item old ['2', '', 'n'] to ['2', 'b', unchanged]",
                        "delete public.item key ['2', null, null]",
                        "delete sales.line old ['1', 'x', 'k']",
                        "truncate [public.item, sales.line] cascade restart");
    }

    @Test
    void takesAnUnchangedLargeKeyFromTheOldKey() {
        StreamFixture stream = StreamFixture.inTransaction();

        stream.decode(PgOutputEncoder.update(LINE, 'K', asList("1", null, "long"), List.of("1", "x", UNCHANGED)))
                .decode(PgOutputEncoder.update(
                        LINE, 'K', asList("1", null, "long"), List.of("2", UNCHANGED, UNCHANGED)))
                .decode(PgOutputEncoder.update(LINE, 'O', List.of("2", "x", "long"), List.of("2", "y", UNCHANGED)));

        assertThat(stream.changes.lines())
                .containsExactly(
                        "begin 100 0 7",
                        "update sales.line key ['1', null, 'long'] to ['1', 'x', 'long']",
                        "update sales.line key ['1', null, 'long'] to ['2', unchanged, 'long']",
                        "update sales.line old ['2', 'x', 'long'] to ['2', 'y', 'long']");
    }

    @Test
    void putsCellsWhereTheContractHasThem() {
        StreamFixture stream = new StreamFixture();
        List<StreamContract.MessageColumn> turned = List.of(
                StreamFixture.LINE_COLUMNS.get(2),
                StreamFixture.LINE_COLUMNS.get(0),
                StreamFixture.LINE_COLUMNS.get(1));

        stream.decode(PgOutputEncoder.relation(LINE, "sales", "line", turned))
                .decode(PgOutputEncoder.begin(100, 0, 7))
                .decode(PgOutputEncoder.insert(LINE, List.of("b", "a", "x")));

        assertThat(stream.changes.lines()).contains("insert sales.line ['a', 'x', 'b']");
    }

    @Test
    void readsAMessageInTheMiddleOfABuffer() {
        StreamFixture stream = StreamFixture.inTransaction();
        byte[] insert = PgOutputEncoder.insert(ITEM, List.of("1", "a", "b"));
        byte[] payload = new byte[insert.length + 30];
        Arrays.fill(payload, (byte) 't');
        System.arraycopy(insert, 0, payload, 25, insert.length);

        stream.decode(payload, 25, insert.length);

        assertThat(stream.changes.lines()).contains("insert public.item ['1', 'a', 'b']");
    }

    @Test
    void passesOverTypesOriginsAndLogicalMessages() {
        StreamFixture stream = StreamFixture.inTransaction()
                .decode(PgOutputEncoder.type(16_500, "public", "mood"))
                .decode(PgOutputEncoder.origin(5, "elsewhere"))
                .decode(PgOutputEncoder.logicalMessage("app", "hello"));

        assertThat(stream.changes.lines()).containsExactly("begin 100 0 7");
    }

    @Test
    void passesOverRelationsThatTheRunDoesNotCopy() {
        StreamFixture stream = StreamFixture.inTransaction()
                .decode(PgOutputEncoder.insert(FOREIGN, List.of("1", "a", "b")))
                .decode(PgOutputEncoder.delete(FOREIGN, 'K', asList("1", null, null)))
                .decode(PgOutputEncoder.truncate(0, FOREIGN))
                .decode(PgOutputEncoder.truncate(0, FOREIGN, LINE));

        assertThat(stream.changes.lines()).containsExactly("begin 100 0 7", "truncate [sales.line]");
        assertThat(stream.changes.passedOver()).isEqualTo(3);
    }

    @Test
    void skipsExactlyTheTransactionsThatThePositionCovers() {
        StreamFixture stream = new StreamFixture(new Lsn(100)).describe();

        for (long commit : new long[] {98, 99, 100, 101}) {
            stream.decode(PgOutputEncoder.begin(commit, 0, 7))
                    .decode(PgOutputEncoder.insert(ITEM, List.of(Long.toString(commit), "a", "b")))
                    .decode(PgOutputEncoder.truncate(0, ITEM))
                    .decode(PgOutputEncoder.commit(commit, commit + 1));
        }

        assertThat(stream.changes.lines())
                .filteredOn(line -> line.startsWith("begin") || line.startsWith("commit"))
                .containsExactly("begin 100 0 7", "commit 100 101", "begin 101 0 7", "commit 101 102");
        assertThat(stream.changes.lines())
                .filteredOn(line -> line.startsWith("insert"))
                .hasSize(2);
        assertThat(stream.changes.lines())
                .filteredOn(line -> line.startsWith("truncate"))
                .hasSize(2);
    }
}
