package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.Wait;
import io.trellara.handoff.model.WaitHolder;
import io.trellara.handoff.model.WaitKind;
import io.trellara.handoff.state.ReaderEvent;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What the run waits for: in the evidence while it does, and gone from there when it is over. */
final class WaitWatchTest {
    private static final WaitHolder WRITER = new WaitHolder(
            "transaction 733 of session 4711",
            4711,
            "733",
            Duration.ofMinutes(1).toMillis());

    private final Coordination run = new Coordination(1);

    private void after(Duration time) {
        run.nanos += time.toNanos();
        run.tick();
    }

    private static Wait locks(Duration waited) {
        return new Wait(WaitKind.TABLE_LOCKS, "LOCK TABLES", waited, WRITER);
    }

    private void readerWaits(Wait wait) {
        run.coordinator.handleSourceEvent(0, new ReaderEvent.ViewWaits(0, wait));
    }

    @Test
    void aReadersWaitIsInTheEvidenceUntilItsViewIsOpenOrFails() {
        run.copyAll();
        readerWaits(locks(Duration.ofSeconds(4)));
        after(Duration.ofSeconds(1));
        assertThat(run.evidence.waits)
                .singleElement()
                .returns("LOCK TABLES waits for transaction 733 of session 4711", Wait::what)
                .returns(Duration.ofSeconds(5), Wait::waited)
                .returns(OptionalLong.of(4711), wait -> wait.holder().session());
        Finding failed = new Finding(ErrorCode.VIEW_STARVED, "view", "no locks", "locks", "again");
        run.coordinator.handleSourceEvent(0, new ReaderEvent.ViewFailed(0, failed));
        run.drain();
        assertThat(run.evidence.waits)
                .as("at once: the run may end before anybody looks again")
                .isEmpty();
    }

    @Test
    void aLostReaderWaitsForNothing() {
        run.copyAll();
        readerWaits(locks(Duration.ofSeconds(4)));
        after(Duration.ofSeconds(1));
        assertThat(run.evidence.waits).hasSize(1);
        run.lose(0);
        run.drain();
        assertThat(run.evidence.waits)
                .as("at once: the run may end before anybody looks again")
                .isEmpty();
    }

    /** A coordinator that was killed in a wait has left it open: the next one, which waits for nothing, ends it. */
    @Test
    void aWaitOfAKilledCoordinatorIsOverForTheNextOne() {
        run.copyAll();
        readerWaits(locks(Duration.ofSeconds(4)));
        after(Duration.ofSeconds(1));
        assertThat(run.evidence.waits).hasSize(1);
        run.restart(100);
        run.tick();
        assertThat(run.evidence.waits).isEmpty();
    }

    @Test
    void whatIsOverWithinASecondIsNotTold() {
        run.copyAll();
        readerWaits(locks(Duration.ofMillis(100)));
        after(Duration.ofMillis(500));
        assertThat(run.evidence.waits).isEmpty();
    }

    @Test
    void aWaitThatGoesOnIsWrittenAgainOnlyAfterAWhile() {
        run.copyAll();
        readerWaits(locks(Duration.ofSeconds(4)));
        after(Duration.ofSeconds(1));
        long written = writes();
        after(Duration.ofSeconds(1));
        after(Duration.ofSeconds(1));
        assertThat(writes()).isEqualTo(written);
        after(Duration.ofSeconds(4));
        assertThat(writes()).isEqualTo(written + 1);
        readerWaits(new Wait(WaitKind.TABLE_LOCKS, "LOCK TABLES", Duration.ofSeconds(9), WaitHolder.unnamed("others")));
        after(Duration.ofSeconds(1));
        assertThat(writes()).isEqualTo(written + 2);
    }

    private long writes() {
        return run.journal.stream().filter(line -> line.contains("waits [")).count();
    }

    /** The checkpoint watch halts the run at a minute; a quarter of it is worth telling. */
    @Test
    void aCheckpointThatIsLongInComingIsTold() {
        run.copyAll();
        long limit = 60_000; // of Coordination
        after(Duration.ofMillis(limit / 4 + 1));
        assertThat(run.evidence.waits)
                .singleElement()
                .returns(WaitKind.CHECKPOINT, Wait::kind)
                .returns(Duration.ofMillis(limit / 4 + 1), Wait::waited);
        run.checkpoint(9);
        after(Duration.ofSeconds(1));
        assertThat(run.evidence.waits).isEmpty();
    }

    @Test
    void whatCannotBeWrittenFailsNothingAndIsWrittenLater() {
        run.copyAll();
        readerWaits(locks(Duration.ofSeconds(4)));
        run.evidence.storeAway = true;
        after(Duration.ofSeconds(1));
        assertThat(run.evidence.waits).isEmpty();
        run.evidence.storeAway = false;
        after(Duration.ofSeconds(1));
        assertThat(run.evidence.waits).hasSize(1);
    }

    @Test
    void aRunThatHaltsWaitsForNobody() {
        run.copyAll();
        readerWaits(locks(Duration.ofSeconds(4)));
        after(Duration.ofSeconds(1));
        assertThat(run.evidence.waits).hasSize(1);
        Finding reason = new Finding(ErrorCode.SCHEMA_CHANGED, "public.a", "a change", "none", "resume");
        run.coordinator.handleSourceEvent(0, new ReaderEvent.Halt(reason));
        try {
            run.drain();
        } catch (RunHalt halted) {
            assertThat(halted.reason().code()).isEqualTo(ErrorCode.SCHEMA_CHANGED);
        }
        assertThat(run.evidence.waits).isEmpty();
    }

    @Test
    void theGenerationsHolderIsToldWhileItIsRaisedAndGoneThen() {
        Wait wait = new Wait(WaitKind.GENERATION, "the run's generation", Duration.ofSeconds(3), WRITER);
        run.target.generationHeldBy = List.of(wait);
        run.copyAll();
        assertThat(run.journal).anyMatch(line -> line.contains("waits [" + wait.what() + "]"));
        after(Duration.ofSeconds(2));
        assertThat(run.evidence.waits).isEmpty();
    }
}
