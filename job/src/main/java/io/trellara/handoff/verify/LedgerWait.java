package io.trellara.handoff.verify;

import io.trellara.handoff.coordinate.TargetControl;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Waits until every lane of the target has applied what a view holds. The ledger tells at once where the position has a
 * place in the log; a set of GTIDs has none, and the stream's recorded position tells, once in a checkpoint. One
 * thread.
 */
final class LedgerWait {
    /** A row that changes between the view and its look-up is set aside: the target is asked often at first. */
    private static final Duration SHORT_PAUSE = Duration.ofMillis(10);

    private static final Duration LONG_PAUSE = Duration.ofMillis(100);
    private static final Duration OFTEN = Duration.ofSeconds(2);


    private final RunKey run;
    private final TargetControl target;
    private final EvidenceReader evidence;
    private final Duration limit;
    private final LongSupplier nanoTime;

    private LedgerWait(
            RunKey run, TargetControl target, EvidenceReader evidence, Duration limit, LongSupplier nanoTime) {
        this.run = run;
        this.target = target;
        this.evidence = evidence;
        this.limit = limit;
        this.nanoTime = nanoTime;
    }

    static LedgerWait of(VerifyDoors doors, RunKey run, VerifyOptions options) {
        return new LedgerWait(run, doors.control(), doors.evidence(), options.ledgerWait(), doors.nanoTime());
    }

    /** @throws HandoffException VERIFY_TARGET_BEHIND where it does not within the limit */
    void until(Position view) {
        long start = nanoTime.getAsLong();
        while (!reached(view)) {
            long waited = nanoTime.getAsLong() - start;
            if (waited > limit.toNanos()) {
                throw behind(view);
            }
            pause(waited < OFTEN.toNanos() ? SHORT_PAUSE : LONG_PAUSE);
        }
    }

    private boolean reached(Position view) {
        if (!view.place().equals(Lsn.ZERO)) {
            return target.ledger().filter(ledger -> ledger.covers(view.place())).isPresent();
        }
        return recorded().filter(position -> position.covers(view)).isPresent();
    }

    private Optional<Position> recorded() {
        return evidence.run(run).flatMap(RunRecord::streamPosition);
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
                        + recorded().map(Position::shown).orElse("no position"),
                "a running job whose stream reaches the view",
                "look at handoff status; where the job lags, verify later or with a longer --wait"));
    }
}
