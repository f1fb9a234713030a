package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.PostgresSettings;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Opens connections to the source, all with the same session settings, so that copy, stream and look-ups print equal
 * values equally. Any thread; holds no connection itself.
 */
final class PostgresSessions {
    /** What a session is for; part of the name under which the server lists it. */
    static final String VIEW = "view", WATCH = "view-watch", READER = "reader", STREAM = "stream", CONTROL = "control";

    /** A session that compares; followed by the process that exports its view. */
    private static final String COMPARER = "compare-";

    private static final int CONNECT_SECONDS = 10;
    private static final int LOGIN_SECONDS = 20;
    private static final int ANSWER_SECONDS = 60;
    private static final int NAME_BYTES = 63;

    /**
     * What decides how values print, then what could end a session while it is idle on purpose, then what could hide
     * rows: with row_security off a policy that would filter is an error instead. Set after the start and not in its
     * options, where the driver's own TimeZone and the URL's options would win.
     */
    private static final String SETTINGS = PostgresSettings.PRINTING + """
             SET standard_conforming_strings = on;
            SET idle_in_transaction_session_timeout = 0; SET idle_session_timeout = 0; SET statement_timeout = 0;
            SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 6;
            SET row_security = off; SET default_transaction_isolation = 'read committed';
            SET default_transaction_read_only = off""";

    private final ConnectionConfig connection;
    private final String run;

    PostgresSessions(SourceConfig config) {
        this.connection = config.connection();
        this.run = config.run().runId();
    }

    /** A plain session without a limit on its answers, for reads of any length. */
    Connection open(String role) {
        return connect(role, new Properties());
    }

    /** A session for short questions: an answer that does not come within a minute breaks it. */
    Connection openControl(String role) {
        Properties properties = new Properties();
        PGProperty.SOCKET_TIMEOUT.set(properties, ANSWER_SECONDS);
        return connect(role, properties);
    }

    /** A session for questions whose answers are of no use later than that; the connection included. */
    Connection openImpatient(String role, int seconds) {
        Properties properties = new Properties();
        PGProperty.CONNECT_TIMEOUT.set(properties, seconds);
        PGProperty.LOGIN_TIMEOUT.set(properties, seconds);
        PGProperty.SOCKET_TIMEOUT.set(properties, seconds);
        return connect(role, properties);
    }

    /** A walsender bound to the database; takes replication commands and simple queries. */
    Connection openReplication(String role) {
        Properties properties = new Properties();
        PGProperty.REPLICATION.set(properties, "database");
        PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
        return connect(role, properties);
    }

    /** Why a walsender is refused, as an SQL state, {@code 08006} where there is none; empty where it is admitted. */
    Optional<String> replicationRefusal() {
        Properties properties = new Properties();
        PGProperty.REPLICATION.set(properties, "database");
        PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
        try {
            attempt(CONTROL, properties).close();
            return Optional.empty();
        } catch (SQLException e) {
            String state = SourceFailure.state(e);
            return Optional.of(state.isEmpty() ? "08006" : state);
        }
    }

    /** Asks something over a control session of its own; failures become {@code HandoffException}s. */
    <T> T ask(String doing, Question<T> question) {
        try (Connection session = openControl(CONTROL)) {
            return question.ask(session);
        } catch (SQLException e) {
            throw SourceFailure.of(ErrorCode.SOURCE_QUERY_FAILED, place(), doing, e);
        }
    }

    /** What sessions in a view for a comparison are for: nobody else's have that name. */
    static String comparer(ViewTicket view) {
        return COMPARER + Integer.toUnsignedString(view.session());
    }

    /** The name under which the server lists sessions of that role; cut as the server cuts it. */
    String applicationName(String role) {
        byte[] name = ("trellara-handoff " + role + " " + run)
                .replaceAll("[^\\x20-\\x7e]", "?")
                .getBytes(StandardCharsets.US_ASCII);
        return new String(name, 0, Math.min(name.length, NAME_BYTES), StandardCharsets.US_ASCII);
    }

    /** Where we connect to, for findings; without password. */
    String place() {
        return connection.toString();
    }

    private Connection connect(String role, Properties properties) {
        try {
            return attempt(role, properties);
        } catch (SQLException e) {
            throw SourceFailure.connecting(place(), e);
        }
    }

    private Connection attempt(String role, Properties properties) throws SQLException {
        PGProperty.USER.set(properties, connection.username());
        PGProperty.PASSWORD.set(properties, connection.password());
        PGProperty.APPLICATION_NAME.set(properties, applicationName(role));
        PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "14");
        properties.putIfAbsent(PGProperty.CONNECT_TIMEOUT.getName(), String.valueOf(CONNECT_SECONDS));
        properties.putIfAbsent(PGProperty.LOGIN_TIMEOUT.getName(), String.valueOf(LOGIN_SECONDS));
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        Connection session = new Driver().connect(connection.url(), properties);
        if (session == null) {
            throw SourceFailure.notPostgres(place());
        }
        return prepared(session, place());
    }

    private static Connection prepared(Connection session, String place) throws SQLException {
        try (Statement statement = session.createStatement()) {
            int major = session.getMetaData().getDatabaseMajorVersion();
            if (major < ServerRules.OLDEST) {
                throw new HandoffException(ServerRules.unsupported(
                        place, major * 10_000 + session.getMetaData().getDatabaseMinorVersion()));
            }
            statement.execute(SETTINGS);
            if (major >= 17) {
                statement.execute("SET transaction_timeout = 0");
            }
            return session;
        } catch (SQLException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** What is asked over one session. */
    @FunctionalInterface
    interface Question<T> {
        T ask(Connection session) throws SQLException;
    }
}
