package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.Identity;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * Where and how a stream reads the log.
 *
 * @param address the server
 * @param accepted whether a server of that UUID is the run's source (R8); asked at every connection
 * @param epoch how often the run has gone over to another server ({@link BinlogPlace})
 * @param timing how long things may take
 */
record BinlogSource(BinlogAddress address, Predicate<String> accepted, int epoch, Timing timing) {
    /** Reads at the server that the run is bound to. */
    static BinlogSource of(BinlogAddress address, Identity bound) {
        return new BinlogSource(address, bound.systemIdentifier()::equalsIgnoreCase, bound.timeline(), Timing.DEFAULT);
    }

    /**
     * How long things may take.
     *
     * @param heartbeat after so long without an event the server says that it is there
     * @param silence after so long without a word the connection is given up
     * @param reconnect for so long a broken connection is tried again before the stream fails
     * @param paused after so long without room the connection is let go of, and made again when there is room
     */
    record Timing(Duration heartbeat, Duration silence, Duration reconnect, Duration paused) {
        static final Timing DEFAULT = new Timing(
                Duration.ofSeconds(1), Duration.ofSeconds(20), Duration.ofSeconds(60), Duration.ofSeconds(20));
    }
}
