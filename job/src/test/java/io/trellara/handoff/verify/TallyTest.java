package io.trellara.handoff.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationOutcome;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.verify.VerifyPlan.Piece;
import io.trellara.handoff.verify.rows.Compared;
import io.trellara.handoff.verify.rows.DifferingRow;
import io.trellara.handoff.verify.rows.KeyDigest;
import io.trellara.handoff.verify.rows.RowSums;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What rounds come to, all in all. */
final class TallyTest {
    private static final RelationSchema ORDERS = new RelationSchema(
            new Relation("shop", "orders"),
            List.of(new Column("id", "bigint", 20, false, KeyOrder.INTEGER)),
            List.of(0),
            "ab".repeat(32));
    private static final Piece FIRST = new Piece(ORDERS, 0, KeyRange.ALL);
    private static final Piece SECOND = new Piece(ORDERS, 1, KeyRange.ALL);
    private static final DifferingRow ROW =
            new DifferingRow(DifferingRow.Kind.MISSING, new KeyDigest(1, 2), new Key(List.of("7")));

    private final Tally tally = new Tally(
            new VerifyPlan(new RunKey("shop", "orders", "r1"), "x", Map.of(ORDERS.relation(), ORDERS), Map.of(), false),
            1);

    @Test
    void countsTheRowsOfTheFirstRound_andTheDivergencesOfAll() {
        round(List.of(equal(FIRST), differing(SECOND)), new Judgement(Map.of(), List.of(), List.of(SECOND)));
        assertThat(tally.outcome(1, OptionalLong.empty())).returns(Verdict.INCONCLUSIVE, VerificationOutcome::verdict);
        round(List.of(differing(SECOND)), new Judgement(Map.of(SECOND, List.of(ROW)), List.of(), List.of()));
        VerificationOutcome outcome = tally.outcome(1, OptionalLong.empty());
        assertThat(outcome.verdict()).isEqualTo(Verdict.DIVERGED);
        assertThat(outcome.rounds()).isEqualTo(2);
        assertThat(outcome.relations()).singleElement().satisfies(orders -> {
            assertThat(orders.sourceRows()).isEqualTo(20);
            assertThat(orders.missing()).isOne();
        });
        assertThat(tally.shown()).hasSize(1);
    }

    /** Why Readers counts: the rule taken away, a range that died with its reader counts as equal. */
    @Test
    void withoutTheCountOfComparisonsARangeThatNobodyReadIsVerified() {
        round(List.of(equal(FIRST)), new Judgement(Map.of(), List.of(), List.of()));
        assertThat(tally.outcome(1, OptionalLong.empty()).verdict()).isEqualTo(Verdict.VERIFIED);
    }

    private void round(List<ComparedTask> found, Judgement judgement) {
        tally.take(new Round.Result(new Lsn(100), new Lsn(100), new Lsn(200), found, judgement));
    }

    private static ComparedTask equal(Piece piece) {
        return new ComparedTask(
                new Task.Range(piece),
                new Compared(new RowSums(10, 2, 3), new RowSums(10, 2, 3), List.of(), false),
                "normal/1");
    }

    private static ComparedTask differing(Piece piece) {
        return new ComparedTask(
                new Task.Range(piece),
                new Compared(new RowSums(10, 2, 3), new RowSums(9, 2, 4), List.of(ROW), false),
                "normal/1");
    }
}
