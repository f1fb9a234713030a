package io.trellara.handoff.sink;

import io.trellara.handoff.error.HandoffException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** An open {@code COPY … FROM STDIN}. Until {@link #finish} the connection takes nothing else. One thread. */
final class CopyPipe {
    private static final int PACKET = 64 << 10;

    private final CopyIn copy;
    private final byte[] packet = new byte[PACKET];
    private int filled;
    private long rows;

    CopyPipe(Connection connection, String sql) throws SQLException {
        this.copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql);
    }

    /** Hands whole lines on as they are, without a copy of the bytes. */
    void lines(byte[] bytes, int length, int count) throws SQLException {
        copy.writeToCopy(bytes, 0, length);
        rows += count;
    }

    /** One line: a first cell of digits, then the given cells. */
    void row(int op, CopyLine line) throws SQLException {
        byte[] digits = Integer.toString(op).getBytes(StandardCharsets.US_ASCII);
        put(digits, 0, digits.length);
        put('\t');
        row(line);
    }

    /** One line. */
    void row(CopyLine line) throws SQLException {
        put(line.bytes(), line.offset(), line.length());
        put('\n');
        rows++;
    }

    /** Ends it and checks that the server took as many rows as were sent. */
    void finish() throws SQLException {
        flush();
        long taken = copy.endCopy();
        if (taken != rows) {
            throw HandoffException.bug("COPY", taken + " rows taken", rows + " rows, as sent");
        }
    }

    private void put(int value) throws SQLException {
        if (filled == PACKET) {
            flush();
        }
        packet[filled++] = (byte) value;
    }

    private void put(byte[] bytes, int offset, int length) throws SQLException {
        if (length > PACKET - filled) {
            flush();
        }
        if (length > PACKET) {
            copy.writeToCopy(bytes, offset, length);
        } else {
            System.arraycopy(bytes, offset, packet, filled, length);
            filled += length;
        }
    }

    private void flush() throws SQLException {
        if (filled > 0) {
            copy.writeToCopy(packet, 0, filled);
            filled = 0;
        }
    }
}
