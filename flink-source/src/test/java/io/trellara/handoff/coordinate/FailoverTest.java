package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.coordinate.Failover.Taken;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.model.TimelineEnd;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** R8 behind a promotion: a run follows where nothing that it has taken is lost. */
final class FailoverTest {
    private static final Identity BEFORE = new Identity("7000", 2, "shop", 0);
    private static final Identity AFTER = new Identity("7000", 4, "shop", 170_005);
    private static final List<TimelineEnd> HISTORY = List.of(end(1, 0x50), end(2, 0x100), end(3, 0x180));

    @Test
    void followsAPromotionBehindEverythingTaken() {
        assertThat(Failover.require(BEFORE, AFTER, HISTORY, List.of(taken("a", 0x40), taken("b", 0x100))))
                .isEqualTo(new Lsn(0x100));
        assertThat(Failover.require(BEFORE, AFTER, HISTORY, List.of())).isEqualTo(new Lsn(0x100));
    }

    @Test
    void namesTheSwitchPointAndAllThatLiesBeyondIt() {
        assertRefused(
                HISTORY,
                List.of(taken("a", 0x100), taken("b", 0x101), taken("c", 0x179)),
                "left timeline 2 at 0/100; beyond that: b 0/101, c 0/179");
    }

    @Test
    void refusesAHistoryWithoutTheRunsTimeline() {
        assertRefused(List.of(end(1, 0x50), end(3, 0x180)), List.of(), "does not hold timeline 2");
        assertRefused(List.of(), List.of(), "does not hold timeline 2");
    }

    @Test
    void whatWasTakenGoesAsFarAsTheFarthestOfEachKind() {
        ChunkRecord planned = ChunkRecord.planned(new ChunkId(Schemas.ORDERS, 0), KeyRange.ALL);
        ChunkRecord copied = planned.member(0, new Lsn(10)).claimed(new Lsn(10)).copied(1, 1, 1);
        ChunkRecord claimed = planned.member(1, new Lsn(10)).claimed(new Lsn(30));
        List<WaveRecord> waves = List.of(
                wave(0, 10, Optional.of("copied")), wave(1, 30, Optional.of("lost")), wave(2, 20, Optional.empty()));

        assertThat(Failover.taken(run(10, 15), List.of(planned, copied, claimed), waves, Optional.of(new Lsn(17))))
                .containsExactly(
                        taken("the run's boundary", 10),
                        taken("a chunk's boundary", 30),
                        taken("an open view", 20),
                        taken("the stream position", 15),
                        taken("the target's ledger", 17));
    }

    @Test
    void followsOnlyWhereNothingThatWasTakenIsLost() {
        assertThat(lostInRandomFailovers(taken -> true)).isZero();
    }

    @Test
    void withoutOneOfThePositionsSomethingTakenIsLost() {
        for (String forgotten : List.of("the stream position", "the target's ledger", "a chunk's boundary")) {
            assertThat(lostInRandomFailovers(taken -> !taken.what().equals(forgotten)))
                    .as("without %s", forgotten)
                    .isPositive();
        }
    }

    /**
     * Commits at every tenth byte of the old timeline, a promotion somewhere, and positions up to which a run has taken
     * them: counts the failovers that are accepted although a commit that was taken is not on the new timeline.
     */
    private static int lostInRandomFailovers(Predicate<Taken> considered) {
        Random random = new Random(7);
        int lost = 0;
        for (int failover = 0; failover < 2_000; failover++) {
            Lsn left = new Lsn(10L * random.nextInt(1, 40));
            List<Taken> taken = LongStream.of(random.nextLong(400), random.nextLong(400), random.nextLong(400))
                    .sorted()
                    .mapToObj(at -> taken(KINDS.get(random.nextInt(KINDS.size())), at))
                    .toList();
            if (accepted(left, taken.stream().filter(considered).toList())
                    && LongStream.range(1, 40)
                            .map(n -> 10 * n)
                            .anyMatch(commit -> !left.covers(commit)
                                    && taken.stream().anyMatch(t -> t.position().covers(Commit.at(commit))))) {
                lost++;
            }
        }
        return lost;
    }

    private static final List<String> KINDS =
            List.of("the stream position", "the target's ledger", "a chunk's boundary");

    private static boolean accepted(Lsn left, List<Taken> taken) {
        try {
            return Failover.require(BEFORE, AFTER, List.of(new TimelineEnd(2, left)), taken)
                    .equals(left);
        } catch (HandoffException refused) {
            return false;
        }
    }

    private static void assertRefused(List<TimelineEnd> history, List<Taken> taken, String words) {
        assertThatThrownBy(() -> Failover.require(BEFORE, AFTER, history, taken))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_CHANGED))
                .hasMessageContaining(words)
                .hasMessageContaining("pg:7000:4:shop")
                .hasMessageContaining("pg:7000:2:shop");
    }

    private static TimelineEnd end(int timeline, long at) {
        return new TimelineEnd(timeline, new Lsn(at));
    }

    private static Taken taken(String what, long at) {
        return new Taken(what, new Lsn(at));
    }

    private static WaveRecord wave(int number, long boundary, Optional<String> outcome) {
        return new WaveRecord(
                number,
                new Lsn(boundary),
                Optional.of(new Lsn(boundary)),
                Instant.EPOCH,
                outcome.map(closed -> Instant.EPOCH),
                outcome);
    }

    private static RunRecord run(long boundary, long position) {
        return new RunRecord(
                new RunKey("s", "d", "r"),
                RunState.STREAMING,
                1,
                "copy-then-stream",
                Optional.of(BEFORE.text()),
                Optional.of("slot"),
                Optional.of(new Lsn(boundary)),
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Lsn(position)),
                OptionalLong.empty(),
                0,
                ChangeCounts.NONE,
                Instant.EPOCH,
                Instant.EPOCH);
    }
}
