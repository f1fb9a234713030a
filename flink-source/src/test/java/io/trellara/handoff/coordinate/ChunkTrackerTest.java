package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.evidence.ChunkMove;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.state.ChunkReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** R4 and R5 as the coordinator applies them. */
final class ChunkTrackerTest {
    private static final Lsn P0 = new Lsn(100);
    private static final Lsn LATER = new Lsn(200);
    private static final ReaderShare NO_SHARE = new ReaderShare(1, 0);

    private final ChunkTracker tracker = new ChunkTracker(
            List.of(
                    ChunkRecord.planned(new ChunkId(Schemas.ORDERS, 0), Schemas.range(-1, 10)),
                    ChunkRecord.planned(new ChunkId(Schemas.ORDERS, 1), Schemas.range(10, -1))),
            Map.of(Schemas.ORDERS, Schemas.orders()));

    @Test
    void firstClaimInTheRunsViewGatesAtTheBoundary() {
        List<ChunkTracker.Claim> claims = openAndClaim(0, P0, List.of(0, 1, 0));
        assertThat(claims).hasSize(2);
        assertThat(claims.get(0).move().after().gate()).contains(P0);
        assertThat(claims.get(0).move().after().attempts()).isEqualTo(1);
        assertThat(tracker.quiet()).isFalse();
    }

    @Test
    void readersTakeChunksThatDifferentSinksWrite() {
        ReaderShare share = new ReaderShare(16, 2);
        List<ChunkRecord> planned = IntStream.range(0, 6)
                .mapToObj(i -> ChunkRecord.planned(new ChunkId(Schemas.ORDERS, i), Schemas.range(i, i + 1)))
                .toList();
        ChunkTracker many = new ChunkTracker(planned, Map.of(Schemas.ORDERS, Schemas.orders()));
        many.apply(many.members(0, P0, Long.MAX_VALUE));
        many.line();
        List<ChunkTracker.Claim> first = many.claims(List.of(0, 0), share, reader -> Optional.of(P0));
        List<ChunkTracker.Claim> second = many.claims(List.of(1, 1, 1, 1), share, reader -> Optional.of(P0));
        assertThat(first)
                .hasSize(2)
                .allSatisfy(claim ->
                        assertThat(claim.move().after().id().lane(16) % 2).isOne());
        assertThat(second)
                .as("its own first, and then what is left")
                .extracting(claim -> claim.move().after().id().lane(16) % 2)
                .containsExactly(0, 0, 0, 1);
    }

    @Test
    void aClaimInAnotherViewReplaysFromTheFirstFloor() {
        openAndClaim(0, P0, List.of(0, 1));
        tracker.lost(0);
        tracker.lost(1);
        List<ChunkTracker.Claim> again = openAndClaim(1, LATER, List.of(0, 0));
        assertThat(again).allSatisfy(claim -> {
            assertThat(claim.move().after().boundary()).contains(LATER);
            assertThat(claim.move().after().gate()).contains(P0);
            assertThat(claim.move().after().attempts()).isEqualTo(2);
        });
    }

    @Test
    void aFirstClaimInALaterViewGatesAtThatView() {
        assertThat(openAndClaim(1, LATER, List.of(0))).singleElement().satisfies(claim -> {
            assertThat(claim.move().after().gate()).contains(LATER);
            assertThat(claim.move().after().firstFloor()).contains(P0);
        });
    }

    @Test
    void promotesOnlyThePresentAttemptOfAClaimedChunk() {
        ChunkAttempt first =
                openAndClaim(0, P0, List.of(0)).get(0).move().after().attempt();
        assertThat(tracker.promotable(List.of(new ChunkReport(first, 5, 50)), 3))
                .singleElement()
                .satisfies(move -> assertThat(move.after().state()).isEqualTo(ChunkState.COPIED));
        tracker.lost(0);
        openAndClaim(1, LATER, List.of(0));
        assertThat(tracker.promotable(List.of(new ChunkReport(first, 5, 50)), 4))
                .isEmpty();
    }

    @Test
    void aChunkThatFailedInALivingReaderIsReadByThatReaderAgain() {
        ChunkAttempt attempt =
                openAndClaim(0, P0, List.of(1)).get(0).move().after().attempt();
        assertThat(tracker.failed(attempt)).isTrue();
        tracker.again(attempt.chunk());
        assertThat(tracker.claims(List.of(0), NO_SHARE, reader -> Optional.of(P0)))
                .singleElement()
                .satisfies(claim -> assertThat(claim.move().after().id()).isNotEqualTo(attempt.chunk()));
        assertThat(tracker.claims(List.of(1), NO_SHARE, reader -> Optional.of(P0)))
                .singleElement()
                .satisfies(claim -> assertThat(claim.move().after().id()).isEqualTo(attempt.chunk()));
    }

    @Test
    void anOldAttemptsFailureIsNotThePresentOnes() {
        ChunkAttempt attempt =
                openAndClaim(0, P0, List.of(0)).get(0).move().after().attempt();
        tracker.lost(0);
        assertThat(tracker.failed(attempt)).isFalse();
    }

    @Test
    void membersNeverClaimedGoBackWithoutAFloor() {
        openAndClaim(0, P0, List.of(0));
        List<ChunkMove> released = tracker.released();
        assertThat(released).singleElement().satisfies(move -> {
            assertThat(move.after().state()).isEqualTo(ChunkState.PLANNED);
            assertThat(move.after().firstFloor()).isEmpty();
        });
    }

    @Test
    void countsWhatIsDurable() {
        ChunkAttempt attempt =
                openAndClaim(0, P0, List.of(0)).get(0).move().after().attempt();
        tracker.apply(tracker.promotable(List.of(new ChunkReport(attempt, 1, 1)), 1));
        assertThat(tracker.copied()).isEqualTo(1);
        assertThat(tracker.allCopied()).isFalse();
        assertThat(tracker.quiet()).isTrue();
        assertThat(tracker.record(attempt.chunk()).checkpointId()).hasValue(1);
        assertThat(Optional.of(tracker.total())).contains(2);
    }

    private List<ChunkTracker.Claim> openAndClaim(int wave, Lsn view, List<Integer> asking) {
        tracker.apply(tracker.released());
        tracker.apply(tracker.members(wave, P0, Long.MAX_VALUE));
        tracker.line();
        List<ChunkTracker.Claim> claims = tracker.claims(asking, NO_SHARE, reader -> Optional.of(view));
        tracker.apply(claims.stream().map(ChunkTracker.Claim::move).toList());
        return claims;
    }
}
