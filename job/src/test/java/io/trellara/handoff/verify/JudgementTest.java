package io.trellara.handoff.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.dialect.ChangeHandler;
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
import org.junit.jupiter.api.Test;

/** What differs though nobody changed it is divergence; what was changed meanwhile is set aside. */
final class JudgementTest {
    private static final RelationSchema ORDERS = new RelationSchema(
            new Relation("shop", "orders"),
            List.of(
                    new Column("id", "bigint", 20, false, KeyOrder.INTEGER),
                    new Column("note", "text", 25, true, KeyOrder.TEXT)),
            List.of(0),
            "ab".repeat(32));
    private static final Piece PIECE = new Piece(ORDERS, 3, KeyRange.ALL);
    private static final Piece OTHER = new Piece(ORDERS, 4, KeyRange.ALL);

    private final ChangedKeys changed = new ChangedKeys(new Lsn(100), 10);

    @Test
    void aRowThatNobodyChangedIsDivergent() {
        Judgement judgement = judge(found(PIECE, false, row(1), row(2)));
        assertThat(judgement.divergent()).containsOnlyKeys(PIECE);
        assertThat(judgement.divergent().get(PIECE)).containsExactly(row(1), row(2));
        assertThat(judgement.suspects()).isEmpty();
        assertThat(judgement.ranges()).isEmpty();
    }

    @Test
    void aRowThatWasChangedMeanwhileIsSetAside_andOneBesideItIsNot() {
        changed.insert(ORDERS, tuple(1));
        changed.delete(ORDERS, tuple(4), true);
        Judgement judgement = judge(found(PIECE, false, row(1), row(2)), found(OTHER, false, row(4)));
        assertThat(judgement.suspects())
                .containsExactly(
                        new Suspect(digest(key(1)), key(1), PIECE), new Suspect(digest(key(4)), key(4), OTHER));
        assertThat(judgement.divergent().get(PIECE)).containsExactly(row(2));
    }

    @Test
    void aKeyThatMovedIsSetAsideAtBothItsPlaces() {
        changed.update(ORDERS, tuple(1), true, tuple(9));
        Judgement judgement = judge(found(PIECE, false, row(1), row(9)));
        assertThat(judgement.suspects()).hasSize(2);
        assertThat(judgement.divergent()).isEmpty();
    }

    @Test
    void whereARelationWasEmptied_itsRangesThatDifferAreReadAgain() {
        changed.truncate(1, List.of(new ChangeHandler.Truncated(0, ORDERS)), false, false);
        Judgement judgement = judge(found(PIECE, false, row(1)), found(OTHER, false));
        assertThat(judgement.ranges()).containsExactly(PIECE);
        assertThat(judgement.divergent()).isEmpty();
    }

    @Test
    void whereTooManyKeysChangedToRemember_theRelationHasChangedAsAWhole() {
        for (long id = 100; id < 111; id++) {
            changed.insert(ORDERS, tuple(id));
        }
        assertThat(changed.all(ORDERS.relation())).isTrue();
        assertThat(judge(found(PIECE, false, row(1))).ranges()).containsExactly(PIECE);
    }

    @Test
    void aRangeOfWhichNotEveryDifferenceIsKnownIsReadAgain_andWhatIsKnownIsJudged() {
        Judgement judgement = judge(found(PIECE, true, row(1)));
        assertThat(judgement.divergent().get(PIECE)).containsExactly(row(1));
        assertThat(judgement.ranges()).as("it is to be copied again anyway").isEmpty();
        changed.insert(ORDERS, tuple(1));
        assertThat(judge(found(PIECE, true, row(1))).ranges()).containsExactly(PIECE);
    }

    @Test
    void whatMayBeSomebodyElsesRowIsNoDivergence() {
        DifferingRow extra = new DifferingRow(DifferingRow.Kind.EXTRA, digest(key(7)), key(7));
        List<ComparedTask> found = List.of(found(PIECE, false, extra, row(1)));
        assertThat(Judgement.of(found, changed, (schema, key) -> digest(key), true)
                        .divergent()
                        .get(PIECE))
                .containsExactly(row(1));
        assertThat(Judgement.of(found, changed, (schema, key) -> digest(key), false)
                        .divergent()
                        .get(PIECE))
                .containsExactly(extra, row(1));
    }

    @Test
    void rowsThatWereSetAsideAreJudgedInTheirOwnRange() {
        Task.Rows again = new Task.Rows(
                ORDERS,
                List.of(new Suspect(digest(key(1)), key(1), PIECE), new Suspect(digest(key(2)), key(2), OTHER)));
        changed.insert(ORDERS, tuple(1));
        Judgement judgement = judge(new ComparedTask(again, compared(false, row(1), row(2)), "normal/1"));
        assertThat(judgement.suspects())
                .singleElement()
                .satisfies(s -> assertThat(s.piece()).isEqualTo(PIECE));
        assertThat(judgement.divergent()).containsOnlyKeys(OTHER);
    }

    /** The rule taken away: without the source's log a row that is being changed looks like a divergent one. */
    @Test
    void withoutTheLogAChangedRowIsCalledDivergent() {
        ComparedTask found = found(PIECE, false, row(1));
        changed.insert(ORDERS, tuple(1));
        assertThat(judge(found).divergent()).isEmpty();
        ChangedKeys nothing = new ChangedKeys(new Lsn(100), 10);
        assertThat(Judgement.of(List.of(found), nothing, (schema, key) -> digest(key), false)
                        .divergent())
                .isNotEmpty();
    }

    private Judgement judge(ComparedTask... found) {
        return Judgement.of(List.of(found), changed, (schema, key) -> digest(key), false);
    }

    private static ComparedTask found(Piece piece, boolean truncated, DifferingRow... rows) {
        return new ComparedTask(new Task.Range(piece), compared(truncated, rows), "normal/1");
    }

    private static Compared compared(boolean truncated, DifferingRow... rows) {
        return new Compared(new RowSums(1, 2, 3), new RowSums(1, 2, 4), List.of(rows), truncated);
    }

    private static DifferingRow row(long id) {
        return new DifferingRow(DifferingRow.Kind.DIFFERENT, digest(key(id)), key(id));
    }

    private static KeyDigest digest(Key key) {
        return new KeyDigest(key.cells().hashCode(), 1);
    }

    private static Key key(long id) {
        return new Key(List.of(Long.toString(id)));
    }

    private static Tuple tuple(long id) {
        byte[] bytes = Long.toString(id).getBytes(StandardCharsets.UTF_8);
        Tuple tuple = new Tuple();
        tuple.reset(bytes, 2);
        tuple.text(0, 0, bytes.length);
        return tuple;
    }
}
