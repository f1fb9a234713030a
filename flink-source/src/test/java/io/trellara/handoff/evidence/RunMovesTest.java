package io.trellara.handoff.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class RunMovesTest {
    private static final List<RunState> STATES = List.of(RunState.values());

    /** Rows: from; columns: to; both in the order of the states; x: allowed. */
    private static final String[] EXPECTED = {
        // planned, slot_created, snapshot_exported, copying_table, copy_complete, ready, streaming, verified, failed
        "xx......x", // planned
        ".xx.....x", // slot_created
        "..xx....x", // snapshot_exported
        "...xx...x", // copying_table
        "....xx..x", // copy_complete
        ".....xx.x", // stream_handoff_ready
        "......xxx", // streaming
        ".......xx", // verified
        "xxxx....x", // failed_recoverable
    };

    static Stream<Arguments> pairs() {
        return IntStream.range(0, 81)
                .mapToObj(
                        i -> Arguments.of(STATES.get(i / 9), STATES.get(i % 9), EXPECTED[i / 9].charAt(i % 9) == 'x'));
    }

    @ParameterizedTest(name = "{0} to {1}: {2}")
    @MethodSource("pairs")
    void allowsExactlyTheMovesOfTheTable(RunState from, RunState to, boolean allowed) {
        assertThat(RunMoves.allowed(from, to)).isEqualTo(allowed);
        RunRecord run = run(from, Optional.of("slot"), Optional.of(new Lsn(7)));
        if (allowed) {
            RunMoves.require(run, to);
        } else {
            assertRefused(run, to);
        }
    }

    @Test
    void refusesEveryStateBeyondPlannedWithoutSlotOrBoundary() {
        assertRefused(run(RunState.PLANNED, Optional.of("slot"), Optional.empty()), RunState.SLOT_CREATED);
        assertRefused(run(RunState.PLANNED, Optional.empty(), Optional.of(new Lsn(7))), RunState.FAILED_RECOVERABLE);
        RunMoves.require(run(RunState.PLANNED, Optional.empty(), Optional.empty()), RunState.PLANNED);
    }

    @Test
    void failsToRecoverableOnlyOnceThereIsSomethingToRecover() {
        assertThat(RunMoves.afterFailure(run(RunState.PLANNED, Optional.of("slot"), Optional.empty())))
                .isEqualTo(RunState.PLANNED);
        for (RunState state : RunState.values()) {
            assertThat(RunMoves.afterFailure(run(state, Optional.of("slot"), Optional.of(new Lsn(7)))))
                    .isEqualTo(RunState.FAILED_RECOVERABLE);
        }
    }

    private static void assertRefused(RunRecord run, RunState to) {
        assertThatThrownBy(() -> RunMoves.require(run, to))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STATE_MOVE_REFUSED));
    }

    private static RunRecord run(RunState state, Optional<String> slot, Optional<Position> boundary) {
        return new RunRecord(
                new RunKey("s", "d", "r"),
                state,
                1,
                "copy-then-stream",
                Optional.empty(),
                slot,
                boundary,
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                0,
                ChangeCounts.NONE,
                Instant.EPOCH,
                Instant.EPOCH);
    }
}
