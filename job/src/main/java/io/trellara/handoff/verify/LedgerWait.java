package io.trellara.handoff.verify;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Waits until every lane of the target has applied what a view holds. The ledger tells at once where the position has a
 * place in the log. A set of GTIDs has none until the log behind the view has been read as far; until then the stream's
 * recorded position may tell, once in a checkpoint. One thread.
 */
final class LedgerWait {
    /** A row that changes between the view and its look-up is set aside: the target is asked often at first. */
    private static final Duration SHORT_PAUSE = Duration.ofMillis(10);

    private static final Duration LONG_PAUSE = Duration.ofMillis(100);
    private static final Duration OFTEN = Duration.ofSeconds(2);

    private final RunKey run;
    private final Supplier<Optional<Lsn>> ledger;
    private final Supplier<Optional<Position>> recorded;
    private final Duration limit;
    private final LongSupplier nanoTime;

    /**
     * @param ledger how far every lane is
     * @param recorded the stream's position in the evidence
     */
    LedgerWait(
            RunKey run,
            Supplier<Optional<Lsn>> ledger,
            Supplier<Optional<Position>> recorded,
            Duration limit,
            LongSupplier nanoTime) {
        this.run = run;
        this.ledger = ledger;
        this.recorded = recorded;
        this.limit = limit;
        this.nanoTime = nanoTime;
    }

    static LedgerWait of(VerifyDoors doors, RunKey run, VerifyOptions options) {
        return new LedgerWait(
                run,
                doors.control()::ledger,
                () -> doors.evidence().run(run).flatMap(RunRecord::streamPosition),
                options.ledgerWait(),
                doors.nanoTime());
    }

    /** The same where no log is read. */
    void until(Position view) {
        until(view, () -> view, () -> {});
    }

    /**
     * @param logged how far the log behind the view has been read, which holds whatever the view does at lower places
     * @param watch is called about once a second meanwhile; where it throws this ends
     * @throws HandoffException VERIFY_TARGET_BEHIND where the target does not reach the view within the limit
     */
    void until(Position view, Supplier<Position> logged, Runnable watch) {
        Lsn[] place = {view.place()};
        BooleanSupplier reached = () -> {
            // The first place that covers it: the log goes on meanwhile.
            place[0] = place[0].equals(Lsn.ZERO) ? placeOf(view, logged.get()) : place[0];
            return reached(view, place[0]);
        };
        await(reached, watch, () -> behind(view));
    }

    /**
     * The same of the stream's recorded position, and of what is recorded with it.
     *
     * @param end how far that goes
     * @param watch as in {@link #until}
     */
    void untilRecorded(Position view, Supplier<Optional<Position>> end, Runnable watch) {
        await(
                () -> recorded.get().filter(position -> position.covers(view)).isPresent()
                        && end.get().filter(position -> position.covers(view)).isPresent(),
                watch,
                () -> unrecorded(view));
    }

    private void await(BooleanSupplier reached, Runnable watch, Supplier<HandoffException> late) {
        long start = nanoTime.getAsLong();
        Runnable watching = new EverySecond(watch, nanoTime);
        while (!reached.getAsBoolean()) {
            long waited = nanoTime.getAsLong() - start;
            if (waited > limit.toNanos()) {
                throw late.get();
            }
            watching.run();
            pause(waited < OFTEN.toNanos() ? SHORT_PAUSE : LONG_PAUSE);
        }
    }

    private static Lsn placeOf(Position view, Position logged) {
        return logged.covers(view) ? logged.place() : Lsn.ZERO;
    }

    private boolean reached(Position view, Lsn place) {
        if (!place.equals(Lsn.ZERO) && ledger.get().filter(l -> l.covers(place)).isPresent()) {
            return true;
        }
        return view.place().equals(Lsn.ZERO)
                && recorded.get().filter(position -> position.covers(view)).isPresent();
    }

    private static void pause(Duration duration) {
        LockSupport.parkNanos(duration.toNanos());
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted();
        }
    }

    static HandoffException interrupted() {
        return new HandoffException(new Finding(
                ErrorCode.TOOL_INTERRUPTED,
                "verify",
                "an interruption",
                "its end",
                "run it again; nothing was changed"));
    }

    private HandoffException behind(Position view) {
        return new HandoffException(new Finding(
                ErrorCode.VERIFY_TARGET_BEHIND,
                "run " + run,
                "a target that has not reached " + view.shown() + " after " + limit.toSeconds() + " s; recorded is "
                        + recorded.get().map(Position::shown).orElse("no position"),
                "a running job whose stream reaches the view",
                "look at handoff status; where the job lags, verify later or with a longer --wait"));
    }

    private HandoffException unrecorded(Position view) {
        return new HandoffException(new Finding(
                ErrorCode.VERIFY_TARGET_BEHIND,
                "run " + run,
                "no record of what the stream has touched up to " + view.shown() + " after " + limit.toSeconds()
                        + " s; recorded is "
                        + recorded.get().map(Position::shown).orElse("no position"),
                "a completed checkpoint of a running job whose stream has reached the view",
                "look at handoff status and at the job's checkpoints; verify later, with a longer --wait, or without"
                        + " --incremental"));
    }
}
