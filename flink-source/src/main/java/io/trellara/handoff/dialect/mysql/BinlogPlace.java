package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;

/**
 * A transaction's place as one number that only grows: which server of the run's succession, which file of its binary
 * log, and where in that. Places of one server compare as its log does; whatever a later server hands out lies beyond
 * everything of the ones before it. Pure.
 */
final class BinlogPlace {
    private static final int FILE_BITS = 24, OFFSET_BITS = 32;
    private static final long LAST_FILE = (1L << FILE_BITS) - 1, LAST_OFFSET = (1L << OFFSET_BITS) - 1;
    private static final int LAST_EPOCH = 0x7F;

    private BinlogPlace() {}

    /**
     * @param epoch how often the run has gone over to another server
     * @param file the number in the log file's name
     * @param offset where the transaction begins
     */
    static long of(int epoch, long file, long offset) {
        if (epoch < 0 || epoch > LAST_EPOCH || file < 0 || file > LAST_FILE || offset < 0 || offset > LAST_OFFSET) {
            throw new HandoffException(new Finding(
                    ErrorCode.STREAM_UNKNOWN_MESSAGE,
                    "stream",
                    "log file " + file + ", offset " + offset + ", after " + epoch + " changes of the server",
                    "file numbers up to " + LAST_FILE + ", and up to " + LAST_EPOCH + " changes of the server",
                    "start a new run: places beyond that cannot be told apart"));
        }
        return ((long) epoch << FILE_BITS | file) << OFFSET_BITS | offset;
    }

    /** The number in its file's name. */
    static long file(long place) {
        return place >>> OFFSET_BITS & LAST_FILE;
    }

    /** Where it lies in its file. */
    static long offset(long place) {
        return place & LAST_OFFSET;
    }

    /** Of which server of the succession it is. */
    static int epoch(long place) {
        return (int) (place >>> (FILE_BITS + OFFSET_BITS));
    }
}
