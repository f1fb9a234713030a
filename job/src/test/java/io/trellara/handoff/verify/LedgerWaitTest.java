package io.trellara.handoff.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When the target holds all of a view. */
final class LedgerWaitTest {
    private static final String SERVER = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final Position VIEW = Position.parse(SERVER + ":1-7");

    private long now;
    private Optional<Lsn> ledger = Optional.empty();
    private Optional<Position> recorded = Optional.empty();

    private final LedgerWait wait = new LedgerWait(
            new RunKey("demo", "shop", "1"),
            () -> ledger,
            () -> recorded,
            Duration.ofSeconds(10),
            () -> now += 1_000_000_000);

    @Test
    void aPlaceInTheLogIsReachedWhereTheLedgerIs() {
        ledger = Optional.of(new Lsn(0x100));
        wait.until(new Lsn(0x100));
        assertBehind(new Lsn(0x101), new Lsn(0x500));
    }

    @Test
    void aSetOfGtidsIsReachedWhereTheRecordedPositionCoversIt() {
        recorded = Optional.of(Position.parse(SERVER + ":1-8@0/400"));
        wait.until(VIEW);
        recorded = Optional.of(Position.parse(SERVER + ":1-6@0/300"));
        assertBehind(VIEW, VIEW);
    }

    @Test
    void aSetOfGtidsIsReachedWhereTheLedgerIsAtThePlaceAtWhichTheLogCoversIt() {
        ledger = Optional.of(new Lsn(0x300));
        wait.until(VIEW, () -> Position.parse(SERVER + ":1-7@0/300"), () -> {});
        assertBehind(VIEW, Position.parse(SERVER + ":1-7@0/301"));
    }

    @Test
    void theFirstPlaceThatCoversItCounts_theLogGoesOn() {
        Iterator<Position> log = List.of(
                        Position.parse(SERVER + ":1-6@0/200"),
                        Position.parse(SERVER + ":1-7@0/300"),
                        Position.parse(SERVER + ":1-9@0/900"))
                .iterator();
        ledger = Optional.of(new Lsn(0x300));
        wait.until(VIEW, log::next, () -> {});
        assertThat(log).hasNext();
    }

    /** Of a log that was not read as far, no place says anything of the view. */
    @Test
    void aLogThatDoesNotCoverTheViewTellsNoPlaceOfIt() {
        ledger = Optional.of(new Lsn(0x500));
        assertBehind(VIEW, Position.parse(SERVER + ":1-6@0/200"));
    }

    /** R12: whoever waits behind the view's locks meanwhile is seen. */
    @Test
    void isWatchedMeanwhile() {
        HandoffException blocked = HandoffException.bug("a session", "waits", "nobody does");
        assertThatThrownBy(() -> wait.until(VIEW, () -> VIEW, () -> {
                    throw blocked;
                }))
                .isSameAs(blocked);
        assertThatThrownBy(() -> wait.untilRecorded(VIEW, Optional::empty, () -> {
                    throw blocked;
                }))
                .isSameAs(blocked);
    }

    @Test
    void aRecordThatDoesNotComeIsNotCalledATargetThatIsBehind() {
        assertThatThrownBy(() -> wait.untilRecorded(VIEW, Optional::empty, () -> {}))
                .isInstanceOf(HandoffException.class)
                .hasMessageContaining("no record of what the stream has touched up to " + VIEW.shown());
    }

    private void assertBehind(Position view, Position logged) {
        assertThatThrownBy(() -> wait.until(view, () -> logged, () -> {}))
                .isInstanceOf(HandoffException.class)
                .hasMessageContaining("has not reached " + view.shown());
    }
}
