package io.trellara.handoff.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import io.trellara.handoff.verify.VerifyPlan.Piece;
import io.trellara.handoff.verify.rows.Compared;
import io.trellara.handoff.verify.rows.DifferingRow;
import io.trellara.handoff.verify.rows.KeyDigest;
import io.trellara.handoff.verify.rows.RowSums;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** However much differs, a round holds so many rows, and what it says stays true. */
final class KeptRowsTest {
    private static final RelationSchema ORDERS = new RelationSchema(
            new Relation("shop", "orders"),
            List.of(new Column("id", "bigint", 20, false, KeyOrder.INTEGER)),
            List.of(0),
            "ab".repeat(32));
    private static final int CHUNKS = 300;
    private static final int EACH = 100;
    private static final int MOST = 1_000;

    private final KeptRows kept = new KeptRows(MOST, false);
    private final ChangedKeys changed = new ChangedKeys(new Lsn(100), 100_000);

    @Test
    void hundredsOfChunksDifferInEveryRow_soManyAreHeld_andEachChunkIsCalledDivergent() {
        List<ComparedTask> found = chunks().map(kept::keep).toList();
        assertThat(rows(found)).isEqualTo(MOST + (CHUNKS - MOST / EACH) * KeptRows.LEAST);
        assertThat(judge(found).divergent()).hasSize(CHUNKS);
        assertThat(judge(found).ranges()).isEmpty();
    }

    /** The rule taken away: as many rows as differ. */
    @Test
    void withoutTheBoundEveryRowThatDiffersIsHeld() {
        assertThat(rows(chunks().toList())).isEqualTo(CHUNKS * EACH);
    }

    @Test
    void aRangeOfWhichAllKeptRowsWereChangedMeanwhile_isComparedAgainAsAWhole_andNoneIsForgotten() {
        LongStream.range(0, CHUNKS * EACH).forEach(this::change);
        Judgement judgement = judge(chunks().map(kept::keep).toList());
        assertThat(judgement.divergent()).isEmpty();
        assertThat(judgement.ranges()).hasSize(CHUNKS - MOST / EACH).doesNotContain(piece(0));
        assertThat(judgement.suspects())
                .filteredOn(suspect -> suspect.piece().equals(piece(0)))
                .hasSize(EACH);
    }

    @Test
    void rowsThatWereSetAsideAreAllKept() {
        ComparedTask full = kept.keep(chunk(0));
        for (int i = 1; i < MOST / EACH; i++) {
            assertThat(kept.keep(chunk(i))).isEqualTo(chunk(i));
        }
        Task.Rows again = new Task.Rows(ORDERS, List.of());
        ComparedTask rows = new ComparedTask(again, full.compared(), "normal/1");
        assertThat(kept.keep(rows)).isSameAs(rows);
        assertThat(kept.keep(chunk(11)).compared()).satisfies(compared -> {
            assertThat(compared.truncated()).isTrue();
            assertThat(compared.differing()).hasSize(KeptRows.LEAST);
        });
    }

    /** Else millions of rows of others would leave no room for those that matter. */
    @Test
    void rowsOfOthersInAMergedTargetTakeNoRoom() {
        KeptRows merged = new KeptRows(MOST, true);
        for (int i = 0; i < CHUNKS; i++) {
            ComparedTask others = merged.keep(chunk(i, DifferingRow.Kind.EXTRA));
            assertThat(others.compared().differing()).isEmpty();
            assertThat(others.compared().truncated()).isFalse();
        }
        assertThat(merged.keep(chunk(0))).isEqualTo(chunk(0));
    }

    private Judgement judge(List<ComparedTask> found) {
        return Judgement.of(found, changed, (schema, key) -> digest(key), false);
    }

    private static long rows(List<ComparedTask> found) {
        return found.stream().mapToLong(f -> f.compared().differing().size()).sum();
    }

    private static Stream<ComparedTask> chunks() {
        return IntStream.range(0, CHUNKS).mapToObj(KeptRowsTest::chunk);
    }

    private static ComparedTask chunk(int number) {
        return chunk(number, DifferingRow.Kind.DIFFERENT);
    }

    private static ComparedTask chunk(int number, DifferingRow.Kind kind) {
        List<DifferingRow> rows = LongStream.range((long) number * EACH, (number + 1L) * EACH)
                .mapToObj(KeptRowsTest::key)
                .map(key -> new DifferingRow(kind, digest(key), key))
                .toList();
        return new ComparedTask(
                new Task.Range(piece(number)),
                new Compared(new RowSums(EACH, 2, 3), new RowSums(EACH, 2, 4), rows, false),
                "normal/1");
    }

    private static Piece piece(int number) {
        return new Piece(ORDERS, number, KeyRange.ALL);
    }

    private static Key key(long id) {
        return new Key(List.of(Long.toString(id)));
    }

    private static KeyDigest digest(Key key) {
        return new KeyDigest(Long.parseLong(key.cells().get(0)), 1);
    }

    private void change(long id) {
        byte[] bytes = Long.toString(id).getBytes(StandardCharsets.UTF_8);
        Tuple tuple = new Tuple();
        tuple.reset(bytes, 1);
        tuple.text(0, 0, bytes.length);
        changed.insert(ORDERS, tuple);
    }
}
