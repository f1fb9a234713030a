package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.BinlogPosition.Witness;
import io.trellara.handoff.model.Gtid;
import io.trellara.handoff.model.GtidSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class TransactionBoundsTest {
    private static final String SERVER = "00000000-0000-0000-0000-000000000001";
    private static final BinlogPosition FOUR = BinlogPosition.parse(SERVER + ":1-4@1/64;" + SERVER + ":4=1000");

    /** Takes a whole transaction; whether the buffer gets it. */
    private static boolean passes(TransactionBounds bounds, long number, long micros) {
        bounds.take(EventBytes.gtid(number, micros));
        boolean passes = !bounds.known();
        bounds.take(EventBytes.query("shop", "BEGIN"));
        assertThat(bounds.known()).isEqualTo(!passes);
        bounds.take(EventBytes.xid());
        assertThat(bounds.known()).isEqualTo(!passes);
        return passes;
    }

    private static TransactionBounds connected(BinlogPosition from, int epoch) {
        TransactionBounds bounds = new TransactionBounds(from, epoch);
        bounds.connected(true);
        return bounds;
    }

    @Test
    void theLastTransactionComesAgainAndIsKeptBack() {
        TransactionBounds bounds = connected(FOUR, 0);
        assertThat(passes(bounds, 4, 1000)).isFalse();
        assertThat(passes(bounds, 5, 2000)).isTrue();
        assertThat(bounds.received()).isEqualTo(GtidSet.parse(SERVER + ":1-5"));
        assertThat(bounds.last()).contains(new Witness(Gtid.parse(SERVER + ":5"), 2000));
        bounds.connected(true);
        assertThat(passes(bounds, 5, 2000)).isFalse();
        bounds.take(EventBytes.heartbeat());
        assertThat(bounds.known()).isFalse();
        assertThat(passes(bounds, 6, 3000)).isTrue();
    }

    @Test
    void haltsWhereTheSameGtidWasMadeAtAnotherTime() {
        halts(() -> passes(connected(FOUR, 0), 4, 1001));
        halts(() -> passes(connected(FOUR, 1), 4, 1001));
        TransactionBounds bounds = connected(FOUR, 0);
        passes(bounds, 4, 1000);
        passes(bounds, 5, 2000);
        bounds.connected(true);
        halts(() -> passes(bounds, 5, 2001));
    }

    @Test
    void haltsWhereTheLogGoesOnWithoutTheLastTransaction() {
        halts(() -> passes(connected(FOUR, 0), 5, 2000));
    }

    /** Another server's appliers may have written in another order. */
    @Test
    void anotherServerMayHaveOthersBeforeTheLast() {
        TransactionBounds bounds = connected(FOUR, 1);
        assertThat(passes(bounds, 5, 2000)).isTrue();
        halts(() -> passes(bounds, 4, 1001));
    }

    /** Twin: without the last transaction a log that was reset looks like one that goes on. */
    @Test
    void withoutTheLastTransactionNothingIsNoticed() {
        TransactionBounds bounds = new TransactionBounds(new BinlogPosition(FOUR.gtids(), FOUR.place()), 0);
        bounds.connected(false);
        assertThat(passes(bounds, 4, 1001)).isFalse();
        assertThat(passes(bounds, 5, 2000)).isTrue();
    }

    @Test
    void aTransactionThatBreaksOffComesAgain() {
        TransactionBounds bounds = connected(FOUR, 0);
        passes(bounds, 4, 1000);
        bounds.take(EventBytes.gtid(5, 2000));
        assertThat(bounds.known()).isFalse();
        bounds.connected(true);
        assertThat(bounds.received()).isEqualTo(FOUR.gtids());
        assertThat(passes(bounds, 4, 1000)).isFalse();
        assertThat(passes(bounds, 5, 2000)).isTrue();
    }

    private static void halts(ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_CHANGED));
    }
}
