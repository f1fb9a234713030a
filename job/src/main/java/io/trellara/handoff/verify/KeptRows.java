package io.trellara.handoff.verify;

import io.trellara.handoff.verify.rows.Compared;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds how many differing rows a round holds, of all its ranges together, until the log has told which of them nobody
 * changed. Beyond that a range keeps a few, and counts as one of which not every difference is known: one row that
 * nobody changed proves it divergent, and where all of them were changed it is compared again as a whole. Any thread.
 */
final class KeptRows {
    /** Some 60 MB where keys are short. */
    private static final int MOST = 200_000;

    /** So many of each range, however many there are. */
    static final int LEAST = 10;

    private final AtomicLong room;
    private final boolean merged;

    /** @param merged whether the target may hold rows that are not the run's: those take no room */
    KeptRows(boolean merged) {
        this(MOST, merged);
    }

    /** @param most rows of all ranges together, but for the few of those behind them */
    KeptRows(int most, boolean merged) {
        this.room = new AtomicLong(most);
        this.merged = merged;
    }

    /** Rows that were set aside are no more than were kept before, and each of them is needed. */
    ComparedTask keep(ComparedTask found) {
        if (!(found.task() instanceof Task.Range)) {
            return found;
        }
        Compared compared = merged ? found.compared().withoutExtra() : found.compared();
        int rows = compared.differing().size();
        if (rows > LEAST) {
            long left = room.getAndUpdate(now -> Math.max(0, now - rows));
            compared = compared.first((int) Math.min(Integer.MAX_VALUE, Math.max(left, LEAST)));
        }
        return new ComparedTask(found.task(), compared, found.form());
    }
}
