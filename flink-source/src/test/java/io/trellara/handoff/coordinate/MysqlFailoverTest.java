package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.coordinate.Failover.Taken;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.model.TimelineEnd;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** R8 where another MySQL server answers: its GTIDs say what it holds, and the ledger says only how far. */
final class MysqlFailoverTest {
    private static final String SERVER = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final Identity FIRST = Identity.mysql(SERVER, 0);
    private static final Identity SECOND =
            Identity.mysql("f0000000-0000-11e1-9e33-c80aa9429562", 0).succeeding(FIRST);

    @Test
    void followsAServerThatHoldsAllThatWasTaken() {
        assertThat(follow(run(3, 9, 90), Optional.of(new Lsn(90)), 9)).isEqualTo(executed(9));
        assertThat(follow(run(3, 9, 90), Optional.empty(), 12)).isEqualTo(executed(12));
        assertThat(Failover.reason(FIRST, SECOND, executed(9))).contains(SECOND.text(), FIRST.text(), ":1-9");
    }

    @Test
    void refusesAServerThatLacksSomethingTaken() {
        refused(run(3, 9, 90), Optional.empty(), 8, "the stream position " + SERVER + ":1-9");
        refused(run(3, 9, 90), Optional.empty(), 2, "the run's boundary " + SERVER + ":1-3");
    }

    /** What lies between position and ledger has no GTIDs here: nobody can say whether the other server has it. */
    @Test
    void refusesWhereTheTargetHasAppliedMoreThanIsRecorded() {
        refused(run(3, 9, 90), Optional.of(new Lsn(91)), 40, "the target's ledger is at 0/5B");
        assertThatThrownBy(() -> Failover.ledger(run(3, 0, 0), Optional.of(new Lsn(1)), FIRST, SECOND))
                .hasMessageContaining("the target's ledger is at 0/1");
    }

    @Test
    void acceptsNothingThatIsLostOrWouldBeAppliedTwice() {
        assertThat(wrongInRandomFailovers(true)).isZero();
    }

    /** Twin. */
    @Test
    void withoutTheLedgerSomethingIsLostOrAppliedTwice() {
        assertThat(wrongInRandomFailovers(false)).isPositive();
    }

    /**
     * One server's transactions, the n-th at place 10 n. The run has recorded some, its target has applied some,
     * another server has executed some: counts what is accepted though the target holds more than that server, or will
     * get again what it has, since the other server's places lie beyond its ledger.
     */
    private static int wrongInRandomFailovers(boolean considersLedger) {
        Random random = new Random(11);
        int wrong = 0;
        for (int failover = 0; failover < 2_000; failover++) {
            int recorded = random.nextInt(3, 20);
            int applied = Math.max(recorded, random.nextInt(1, 24));
            int executed = random.nextInt(1, 24);
            Optional<Lsn> ledger = considersLedger ? Optional.of(new Lsn(10L * applied)) : Optional.empty();
            try {
                follow(run(2, recorded, 10L * recorded), ledger, executed);
            } catch (HandoffException refused) {
                continue;
            }
            wrong += applied > executed || applied > recorded ? 1 : 0;
        }
        return wrong;
    }

    private static Position follow(RunRecord run, Optional<Lsn> ledger, int executed) {
        Optional<Position> applied = Failover.ledger(run, ledger, FIRST, SECOND);
        List<Taken> taken = Failover.taken(run, List.of(), List.of(), applied);
        return Failover.require(FIRST, SECOND, List.of(new TimelineEnd(0, executed(executed))), taken);
    }

    private static void refused(RunRecord run, Optional<Lsn> ledger, int executed, String words) {
        assertThatThrownBy(() -> follow(run, ledger, executed))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_CHANGED))
                .hasMessageContaining(words)
                .hasMessageContaining(SECOND.text());
    }

    private static Position executed(int last) {
        return Position.parse(SERVER + ":1-" + last);
    }

    private static RunRecord run(int boundary, int recorded, long place) {
        return new RunRecord(
                new RunKey("s", "d", "r"),
                RunState.STREAMING,
                1,
                "woven",
                Optional.of(FIRST.text()),
                Optional.of("slot"),
                Optional.of(executed(boundary)),
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty(),
                recorded == 0
                        ? Optional.empty()
                        : Optional.of(new BinlogPosition(
                                BinlogPosition.of(executed(recorded)).gtids(), new Lsn(place))),
                OptionalLong.empty(),
                0,
                ChangeCounts.NONE,
                Instant.EPOCH,
                Instant.EPOCH);
    }
}
