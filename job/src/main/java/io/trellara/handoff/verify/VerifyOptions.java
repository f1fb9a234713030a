package io.trellara.handoff.verify;

import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.verify.rows.Limits;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How a verification is made.
 *
 * @param rounds after so many what is still set aside stays unresolved
 * @param parallelism sessions that read, on each side
 * @param maxRowsPerSecond rows read on both sides, all sessions of a process together; 0 for no limit
 * @param ledgerWait the target must reach a round's view within this
 * @param shownKeys so many keys of differing rows are kept for the screen, and no more; they are values (R11)
 * @param incremental whether only what the stream has touched since an earlier one is compared
 */
public record VerifyOptions(
        int rounds, int parallelism, long maxRowsPerSecond, Duration ledgerWait, int shownKeys, boolean incremental)
        implements Serializable {
    /** Ten rounds by two readers, as fast as they can. */
    public static final VerifyOptions DEFAULT = new VerifyOptions(10, 2, 0, Duration.ofMinutes(5), 0, false);

    /** The part of one of so many processes: all of them together read no more rows a second than these say. */
    public VerifyOptions sharedBy(int processes) {
        long part = maxRowsPerSecond == 0 ? 0 : Math.max(1, maxRowsPerSecond / processes);
        return new VerifyOptions(rounds, parallelism, part, ledgerWait, shownKeys, incremental);
    }

    /** Rows held at once while a range that differs is narrowed down: some 10 MB each reader. */
    private static final int HELD_ROWS = 100_000;

    private static final int DIFFERING_ROWS = 20_000;

    Reader.Opening opening(VerifyDoors doors, String identity, List<RelationSchema> contract) {
        ReadingRate rate = new ReadingRate(maxRowsPerSecond, doors.nanoTime());
        return new Reader.Opening(
                doors,
                identity,
                contract,
                new Limits(HELD_ROWS, DIFFERING_ROWS, rate::pay),
                waiting -> {},
                new ConcurrentHashMap<>());
    }
}
