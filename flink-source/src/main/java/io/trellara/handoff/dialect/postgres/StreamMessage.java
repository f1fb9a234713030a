package io.trellara.handoff.dialect.postgres;

import java.nio.ByteBuffer;

/** The frames inside a walsender's CopyData: {@code w} carries log, {@code k} says how far the server has sent. */
final class StreamMessage {
    static final byte DATA = 'w', KEEPALIVE = 'k';

    /** Bytes of a data frame before pgoutput's message: type, start, end, time. */
    static final int DATA_HEADER = 1 + 3 * Long.BYTES;

    private static final int KEEPALIVE_LENGTH = 1 + 2 * Long.BYTES + 1;

    private StreamMessage() {}

    /** Throws STREAM_UNKNOWN_MESSAGE or STREAM_MALFORMED unless the frame is one of the two and long enough. */
    static void check(byte[] frame) {
        if (frame.length == 0) {
            throw StreamFailures.malformed("an empty frame");
        }
        switch (frame[0]) {
            case DATA -> {
                if (frame.length <= DATA_HEADER) {
                    throw StreamFailures.malformed("a data frame of " + frame.length + " bytes");
                }
            }
            case KEEPALIVE -> {
                if (frame.length != KEEPALIVE_LENGTH) {
                    throw StreamFailures.malformed("a keepalive of " + frame.length + " bytes");
                }
            }
            default -> throw StreamFailures.unknown("frame", frame[0]);
        }
    }

    static boolean isKeepalive(byte[] frame) {
        return frame[0] == KEEPALIVE;
    }

    /** Whether a keepalive wants an answer at once. */
    static boolean wantsAnswer(byte[] keepalive) {
        return keepalive[KEEPALIVE_LENGTH - 1] != 0;
    }

    /** Whether the stream is inside a transaction behind a data frame, given whether it was before. */
    static boolean leavesInTransaction(byte[] data, boolean before) {
        return switch (data[DATA_HEADER]) {
            case 'B' -> true;
            case 'C' -> false;
            default -> before;
        };
    }

    /** The position in the log that a frame stands for: of a data frame its start, of a keepalive what was sent. */
    static long position(byte[] frame) {
        return ByteBuffer.wrap(frame).getLong(1);
    }
}
