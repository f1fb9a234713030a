package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyDual;

/**
 * A walsender that streams: its messages come out, status updates go in. One thread, but for {@link #abort}.
 *
 * <p>Speaks the replication protocol itself: the driver's own replication stream hides keepalives and may confirm their
 * positions (R7). Reading does not block, since the driver holds one lock for reading and writing and a status update
 * must never wait for data; an answer that was asked for is waited for by {@link #await}.
 */
final class WalSender {
    private static final int STATUS_LENGTH = 1 + 4 * Long.BYTES + 1;

    private final Connection connection;
    private final CopyDual copy;
    private final ByteBuffer status = ByteBuffer.allocate(STATUS_LENGTH);

    private WalSender(Connection connection, CopyDual copy) {
        this.connection = connection;
        this.copy = copy;
    }

    /**
     * Starts streaming on a fresh replication connection, which is this object's from now on.
     *
     * @param silenceMillis an answer that does not come within this breaks the connection
     */
    static WalSender start(Connection connection, StreamSource source, Lsn from, int silenceMillis)
            throws SQLException {
        connection.setNetworkTimeout(Runnable::run, silenceMillis);
        // an identifier inside a literal of the replication grammar, where a backslash is nothing special
        String publications = Relation.quote(source.publication()).replace("'", "''");
        CopyDual copy = connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyDual("START_REPLICATION SLOT " + Relation.quote(source.slot()) + " LOGICAL " + from
                        + " (proto_version '1', publication_names '" + publications + "')");
        return new WalSender(connection, copy);
    }

    /** The server's process. */
    int pid() throws SQLException {
        return connection.unwrap(PGConnection.class).getBackendPID();
    }

    /** The next message; null when none is there yet. */
    byte @Nullable [] read() throws SQLException {
        return copy.readFromCopy(false);
    }

    /** The next message, waited for; only after a status update that asked for an answer. */
    byte @Nullable [] await() throws SQLException {
        return copy.readFromCopy(true);
    }

    /** Whether the server has not ended the stream. */
    boolean isStreaming() {
        return copy.isActive();
    }

    /** The SQL state of a warning that came since the last call. */
    Optional<String> warning() throws SQLException {
        SQLWarning warning = connection.getWarnings();
        if (warning == null) {
            return Optional.empty();
        }
        connection.clearWarnings();
        return Optional.of(SourceFailure.state(warning));
    }

    /**
     * Tells the server how far we are.
     *
     * @param written received; moves nothing at the server
     * @param flushed the slot's log below it may go; 0 for nothing new
     */
    void report(long written, long flushed, long micros2000, boolean answer) throws SQLException {
        status.clear();
        status.put((byte) 'r')
                .putLong(written)
                .putLong(flushed)
                .putLong(flushed)
                .putLong(micros2000);
        status.put((byte) (answer ? 1 : 0));
        copy.writeToCopy(status.array(), 0, STATUS_LENGTH);
        copy.flushCopy();
    }

    /** Breaks the connection at once; any thread. */
    void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            throw new IllegalStateException("the driver refuses to close a socket", e);
        }
    }
}
