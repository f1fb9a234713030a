package io.trellara.handoff.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** R3: forward exactly what no copied view holds. */
final class GateTest {
    private final Gate gate = new Gate(List.of(Schemas.orders(), Schemas.names()));

    @Test
    void suppressesEveryChangeOfAChunkThatIsNotCopied() {
        assertThat(orders(7, 1_000)).isEqualTo(Verdict.SUPPRESS);
        grant(Schemas.range(-1, 10), 100, 100);
        assertThat(orders(11, 1_000)).isEqualTo(Verdict.SUPPRESS);
    }

    @Test
    void suppressesWhatTheViewHoldsAndForwardsTheRest() {
        grant(KeyRange.ALL, 100, 100);
        assertThat(orders(7, 99)).isEqualTo(Verdict.SUPPRESS);
        assertThat(orders(7, 100)).isEqualTo(Verdict.FORWARD);
    }

    @Test
    void replaysBetweenGateAndBoundaryOfARetriedChunk() {
        grant(KeyRange.ALL, 100, 50);
        assertThat(orders(7, 49)).isEqualTo(Verdict.SUPPRESS);
        assertThat(orders(7, 50)).isEqualTo(Verdict.REPLAY);
        assertThat(orders(7, 100)).isEqualTo(Verdict.FORWARD);
    }

    @Test
    void judgesEachKeyByItsOwnRangeWhateverOrderRangesCameIn() {
        grant(Schemas.range(20, -1), 300, 300);
        grant(Schemas.range(-1, 10), 100, 100);
        grant(Schemas.range(10, 20), 200, 200);
        assertThat(orders(10, 150)).isEqualTo(Verdict.FORWARD);
        assertThat(orders(11, 150)).isEqualTo(Verdict.SUPPRESS);
        assertThat(orders(20, 250)).isEqualTo(Verdict.FORWARD);
        assertThat(orders(21, 250)).isEqualTo(Verdict.SUPPRESS);
        assertThat(orders(9, 99)).isEqualTo(Verdict.SUPPRESS);
    }

    @Test
    void comparesNoKeyWhereOneGateCoversTheRelation() {
        gate.grant(List.of(new CopiedRange(Schemas.NAMES, KeyRange.ALL, new Lsn(100), new Lsn(100))));
        Verdict verdict = gate.decide(
                Schemas.NAMES,
                () -> {
                    throw new AssertionError("a key was asked for");
                },
                Commit.at(100));
        assertThat(verdict).isEqualTo(Verdict.FORWARD);
    }

    @Test
    void refusesToCompareKeysWithoutAnOrder() {
        Key b = new Key(List.of("b"));
        KeyRange upToB = KeyRange.of(Optional.empty(), Optional.of(b));
        gate.grant(List.of(new CopiedRange(Schemas.NAMES, upToB, new Lsn(100), new Lsn(100))));
        assertThatThrownBy(() -> gate.decide(Schemas.NAMES, () -> b, Commit.at(100)))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUG));
    }

    @Test
    void decidesTruncateForTheWholeRelationOrHalts() {
        assertThat(gate.decideTruncate(Schemas.ORDERS, Commit.at(500))).isEqualTo(Verdict.SUPPRESS);
        grant(Schemas.range(-1, 10), 100, 100);
        grant(Schemas.range(10, -1), 200, 200);
        assertThat(gate.decideTruncate(Schemas.ORDERS, Commit.at(50))).isEqualTo(Verdict.SUPPRESS);
        assertThat(gate.decideTruncate(Schemas.ORDERS, Commit.at(200))).isEqualTo(Verdict.FORWARD);
        assertThatThrownBy(() -> gate.decideTruncate(Schemas.ORDERS, Commit.at(150)))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STREAM_TRUNCATE));
    }

    @Test
    void haltsAtATruncateOfAHalfCopiedRelation() {
        grant(Schemas.range(-1, 10), 100, 100);
        assertThatThrownBy(() -> gate.decideTruncate(Schemas.ORDERS, Commit.at(150)))
                .isInstanceOf(HandoffException.class);
    }

    @Test
    void suppressesARangeThatIsCopiedAgainAndNoOtherKey() {
        grant(Schemas.range(-1, 10), 100, 100);
        grant(Schemas.range(10, 20), 100, 100);
        grant(Schemas.range(20, 30), 100, 50);
        grant(Schemas.range(30, -1), 200, 200);

        gate.suppress(Schemas.ORDERS, Schemas.range(10, 20));
        assertThat(orders(10, 150)).isEqualTo(Verdict.FORWARD);
        assertThat(orders(11, 1_000)).isEqualTo(Verdict.SUPPRESS);
        assertThat(orders(20, 1_000)).isEqualTo(Verdict.SUPPRESS);
        assertThat(orders(21, 70)).isEqualTo(Verdict.REPLAY);
        assertThat(orders(31, 150)).isEqualTo(Verdict.SUPPRESS);
        assertThat(orders(31, 200)).isEqualTo(Verdict.FORWARD);

        grant(Schemas.range(10, 20), 500, 500);
        assertThat(orders(15, 499)).isEqualTo(Verdict.SUPPRESS);
        assertThat(orders(15, 500)).isEqualTo(Verdict.FORWARD);
        assertThat(orders(10, 150)).isEqualTo(Verdict.FORWARD);
    }

    @Test
    void takesARangeOutOfTheMiddleOfAMergedOne() {
        grant(KeyRange.ALL, 100, 100);
        gate.suppress(Schemas.ORDERS, Schemas.range(10, 20));
        gate.suppress(Schemas.ORDERS, Schemas.range(40, -1));
        assertThat(orders(10, 150)).isEqualTo(Verdict.FORWARD);
        assertThat(orders(15, 150)).isEqualTo(Verdict.SUPPRESS);
        assertThat(orders(21, 99)).isEqualTo(Verdict.SUPPRESS);
        assertThat(orders(40, 150)).isEqualTo(Verdict.FORWARD);
        assertThat(orders(41, 150)).isEqualTo(Verdict.SUPPRESS);
        assertThatThrownBy(() -> gate.decideTruncate(Schemas.ORDERS, Commit.at(150)))
                .isInstanceOf(HandoffException.class);

        gate.suppress(Schemas.ORDERS, Schemas.range(10, 20));
        grant(Schemas.range(10, 20), 100, 100);
        grant(Schemas.range(40, -1), 100, 100);
        assertThat(gate.decideTruncate(Schemas.ORDERS, Commit.at(150))).isEqualTo(Verdict.FORWARD);
    }

    @Test
    void takesAWholeRelationOutWithoutComparingAKey() {
        gate.grant(List.of(new CopiedRange(Schemas.NAMES, KeyRange.ALL, new Lsn(100), new Lsn(100))));
        gate.suppress(Schemas.NAMES, KeyRange.ALL);
        Key name = new Key(List.of("b"));
        assertThat(gate.decide(Schemas.NAMES, () -> name, Commit.at(1_000))).isEqualTo(Verdict.SUPPRESS);
        assertThat(gate.decideTruncate(Schemas.NAMES, Commit.at(1_000))).isEqualTo(Verdict.SUPPRESS);
        gate.grant(List.of(new CopiedRange(Schemas.NAMES, KeyRange.ALL, new Lsn(500), new Lsn(400))));
        assertThat(gate.decide(Schemas.NAMES, () -> name, Commit.at(450))).isEqualTo(Verdict.REPLAY);
    }

    private void grant(KeyRange range, long boundary, long gateAt) {
        gate.grant(List.of(new CopiedRange(Schemas.ORDERS, range, new Lsn(boundary), new Lsn(gateAt))));
    }

    private Verdict orders(long id, long commit) {
        return gate.decide(Schemas.ORDERS, () -> Schemas.key(id), Commit.at(commit));
    }
}
