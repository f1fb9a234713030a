package io.trellara.handoff.sink;

/**
 * When buffered changes are due. A change waits for the linger; under load, when flushes take long, the pause between
 * two grows with them, so that each carries more and costs less per change, up to half a second. All in milliseconds of
 * processing time. Pure.
 */
final class FlushPace {
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

    /** A flush was done. */
    void flushed(long start, long end) {
        lastEnd = end;
        pause = Math.min(PAUSE_MAX, PAUSE_PER_FLUSH_TIME * (end - start));
    }
}
