package io.trellara.handoff.job.local;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.job.progress.SourceNow;
import io.trellara.handoff.model.Lsn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * Asks the source where its log ends and who has the oldest write transaction open, for the progress line only:
 * whatever fails here leaves the line shorter and the run alone. One thread; keeps one connection.
 */
final class SourceProbe implements AutoCloseable {
    private static final String END = """
            SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END""";
    private static final String OLDEST = """
            SELECT format('pid %s, open for %s s', pid, extract(epoch FROM now() - xact_start)::bigint)
              FROM pg_stat_activity
             WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid() AND now() - xact_start > interval '1 s'
             ORDER BY xact_start LIMIT 1""";

    private final ConnectionConfig source;
    private final String application;
    private @Nullable Connection connection;

    SourceProbe(SourceConfig config) {
        this.source = config.connection();
        this.application = "trellara-handoff progress " + config.run().runId();
    }

    /** @param blocker whether the run waits for open transactions, so that the oldest is of interest */
    SourceNow ask(boolean blocker) {
        if (source.kind() != DatabaseKind.POSTGRESQL) {
            return SourceNow.UNKNOWN; // the reader itself tells how far a MySQL stream lags
        }
        try {
            Connection open = open();
            Optional<Lsn> end = text(open, END).map(Lsn::parse);
            return new SourceNow(
                    end,
                    blocker ? text(open, OLDEST).map(text -> "oldest write transaction: " + text) : Optional.empty());
        } catch (SQLException unanswered) {
            close();
            return SourceNow.UNKNOWN;
        }
    }

    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException alreadyGone) {
                // It was only read from; the server ends the session by itself.
            }
        }
    }

    private Connection open() throws SQLException {
        Connection open = connection;
        if (open == null) {
            Properties properties = new Properties();
            properties.setProperty("user", source.username());
            properties.setProperty("password", source.password());
            properties.setProperty("ApplicationName", application);
            properties.setProperty("connectTimeout", "5");
            properties.setProperty("socketTimeout", "5");
            open = new Driver().connect(source.url(), properties);
            if (open == null) {
                throw new SQLException();
            }
            connection = open;
        }
        return open;
    }

    private static Optional<String> text(Connection open, String sql) throws SQLException {
        try (Statement statement = open.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
        }
    }
}
