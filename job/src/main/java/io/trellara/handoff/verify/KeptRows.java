package io.trellara.handoff.verify;

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

    KeptRows() {
        this(MOST);
    }

    /** @param most rows of all ranges together, but for the few of those behind them */
    KeptRows(int most) {
        this.room = new AtomicLong(most);
    }

    /** Rows that were set aside are no more than were kept before, and each of them is needed. */
    ComparedTask keep(ComparedTask found) {
        int rows = found.compared().differing().size();
        if (!(found.task() instanceof Task.Range) || rows <= LEAST) {
            return found;
        }
        long left = room.getAndUpdate(now -> Math.max(0, now - rows));
        return left >= rows
                ? found
                : new ComparedTask(found.task(), found.compared().first((int) Math.max(left, LEAST)), found.form());
    }
}
