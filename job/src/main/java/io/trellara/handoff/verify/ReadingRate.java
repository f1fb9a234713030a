package io.trellara.handoff.verify;

import io.trellara.handoff.read.RowPace;
import java.util.function.LongSupplier;

/** Keeps all readers of a side together to so many rows a second. Any thread. */
final class ReadingRate {
    private final RowPace pace;

    /** @param rowsPerSecond 0 for no limit */
    ReadingRate(long rowsPerSecond, LongSupplier nanoTime) {
        this.pace = new RowPace(nanoTime);
        pace.limit(rowsPerSecond);
    }

    /** Waits until rows that were read are paid for. */
    void pay(long rows) {
        try {
            pace.take(rows);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LedgerWait.interrupted();
        }
    }
}
