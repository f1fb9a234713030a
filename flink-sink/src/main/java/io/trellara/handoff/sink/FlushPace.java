package io.trellara.handoff.sink;

/**
 * When buffered changes are due. A change waits for the linger; under load, when flushes take long, the pause between
 * two grows with them, so that each carries more and costs less per change, up to half a second. A flush that is full
 * carries enough: it waits for nobody, and nobody waits behind it, so the target is not idle while a stream catches up.
 * All times in milliseconds of processing time. Pure.
 */
final class FlushPace {
    /** About fifteen thousand changes of a common size: what a flush costs beside them is spread thin. */
    private static final long FULL_BYTES = 4 << 20;

    private static final long PAUSE_PER_FLUSH_TIME = 4;
    private static final long PAUSE_MAX = 500;

    private final long linger;
    private long lastEnd;
    private long pause;

    FlushPace(long lingerMillis) {
        this.linger = lingerMillis;
    }

    /** When changes of which the first came at {@code first} are to be flushed. */
    long due(long first) {
        return Math.max(first + linger, lastEnd + pause);
    }

    /** Whether so many bytes of changes are due at once. */
    static boolean full(long changeBytes) {
        return changeBytes >= FULL_BYTES;
    }

    /** A flush of so many bytes of changes was done. */
    void flushed(long start, long end, long changeBytes) {
        lastEnd = end;
        pause = full(changeBytes) ? 0 : Math.min(PAUSE_MAX, PAUSE_PER_FLUSH_TIME * (end - start));
    }
}
