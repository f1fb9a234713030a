package io.trellara.handoff.coordinate;

import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.model.SourceLog;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * How the run stood when it was looked at last, and how long what is left will take: the copy, and the source's
 * patience with its log. Written by one thread, read by any.
 */
final class Outlook {
    private final Trend copied = new Trend();
    private final Trend kept = new Trend();
    private volatile Seen seen =
            new Seen(RunState.PLANNED, SourceLog.UNKNOWN, OptionalLong.empty(), OptionalLong.empty());

    /**
     * A look.
     *
     * @param copyLeftMillis until all chunks are copied
     * @param logLeftMillis until the source removes log that the run needs
     */
    record Seen(RunState state, SourceLog log, OptionalLong copyLeftMillis, OptionalLong logLeftMillis) {}

    /** The last look; any thread. */
    Seen seen() {
        return seen;
    }

    /** The run and its log are like this at that time, and so many of its chunks are durable. */
    void look(long nanos, RunState state, SourceLog log, ChunkTracker chunks) {
        seen = new Seen(state, log, copyLeft(nanos, chunks), logLeft(nanos, log));
    }

    private OptionalLong copyLeft(long nanos, ChunkTracker chunks) {
        int total = chunks.total();
        int done = chunks.copied();
        copied.add(nanos, done);
        if (total == 0) {
            return OptionalLong.empty();
        }
        return done == total ? OptionalLong.of(0) : copied.millisUntil(total - done);
    }

    /** A source that did not answer tells nothing; its earlier answers still say how fast its log grows. */
    private OptionalLong logLeft(long nanos, SourceLog log) {
        log.keptBytes().ifPresent(bytes -> kept.add(nanos, bytes));
        OptionalLong bySize = log.keptBytes().isPresent() && log.limitBytes().isPresent()
                ? untilFull(log.limitBytes().getAsLong() - log.keptBytes().getAsLong())
                : OptionalLong.empty();
        OptionalLong byAge = log.limitMillis().isPresent() && log.behindMillis().isPresent()
                ? OptionalLong.of(Math.max(
                        0, log.limitMillis().getAsLong() - log.behindMillis().getAsLong()))
                : OptionalLong.empty();
        return LongStream.concat(bySize.stream(), byAge.stream()).min();
    }

    private OptionalLong untilFull(long room) {
        return room <= 0 ? OptionalLong.of(0) : kept.millisUntil(room);
    }
}
