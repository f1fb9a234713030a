package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.Lsn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A plain session beside the stream. It knows where the server's log ends, which the stream itself does not tell while
 * it is behind; and a server that is told to shut down ends it, while it would wait for a walsender.
 *
 * <p>One thread, but for {@link #logEnd} and {@link #abort}.
 */
final class StreamWatch {
    private static final Instant EPOCH_2000 = Instant.parse("2000-01-01T00:00:00Z");
    private static final long SHORTEST_TICK = 100, LONGEST_TICK = 1_000;
    private static final long SILENCE = 60_000, UNLIMITED_SILENCE = 600_000;

    private static final String SENDER_TIMEOUT =
            "SELECT setting::bigint FROM pg_settings WHERE name = 'wal_sender_timeout'";
    private static final String ENCRYPTED = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";

    private final Connection session;
    private final PreparedStatement question;
    private final Clock clock;
    private final long senderTimeoutMillis;
    private final boolean encrypted;
    private volatile long logEnd;

    private StreamWatch(Connection session, Clock clock) throws SQLException {
        this.session = session;
        this.clock = clock;
        this.senderTimeoutMillis = answer(SENDER_TIMEOUT, row -> row.getLong(1));
        this.encrypted = answer(ENCRYPTED, row -> row.getBoolean(1));
        this.question = session.prepareStatement(LogEnd.QUERY);
    }

    /** Watches over {@code session}, which is this object's from now on, also when this fails. */
    static StreamWatch over(Connection session, Clock clock) throws SQLException {
        try {
            return new StreamWatch(session, clock);
        } catch (SQLException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private <T> T answer(String query, Read<T> read) throws SQLException {
        try (PreparedStatement statement = session.prepareStatement(query);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return read.of(row);
        }
    }

    @FunctionalInterface
    private interface Read<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** Looks where the log ends; fails where the server ends sessions. */
    void tick() throws SQLException {
        try (ResultSet row = question.executeQuery()) {
            row.next();
            sent(Lsn.parse(row.getString(1)).value());
        }
    }

    /** The log goes at least so far. */
    void sent(long position) {
        if (Long.compareUnsigned(position, logEnd) > 0) {
            logEnd = position;
        }
    }

    /** The end of the server's log as last seen; any thread. */
    long logEnd() {
        return logEnd;
    }

    /** How often the server must hear of us: well within {@code wal_sender_timeout}. */
    long tickMillis() {
        return senderTimeoutMillis == 0
                ? LONGEST_TICK
                : Math.max(SHORTEST_TICK, Math.min(LONGEST_TICK, senderTimeoutMillis / 4));
    }

    /** How long the server may be silent when it owes an answer: a server that never gives up may take its time. */
    int silenceMillis() {
        return senderTimeoutMillis == 0
                ? (int) UNLIMITED_SILENCE
                : (int) Math.max(SILENCE, Math.min(2 * senderTimeoutMillis, Integer.MAX_VALUE));
    }

    /** Whether connections to this server are encrypted. */
    boolean encrypted() {
        return encrypted;
    }

    /** Now, in the protocol's terms: microseconds since 2000. */
    long micros2000() {
        return ChronoUnit.MICROS.between(EPOCH_2000, clock.instant());
    }

    /** Breaks the session at once; any thread. */
    void abort() {
        try {
            session.abort(Runnable::run);
        } catch (SQLException e) {
            throw new IllegalStateException("the driver refuses to close a socket", e);
        }
    }
}
