package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/**
 * Whether two sessions of ours are two sessions of the server. A pooler in transaction mode hands a server session to
 * whoever asks next: then the first one's backend or its settings change once the second one holds a transaction.
 * Views, which live in sessions, would be lost without a word.
 */
final class PoolerProbe {
    private static final String MARK = "SELECT pg_backend_pid(), set_config('trellara.probe', 'first', false)";
    private static final String LOOK = "SELECT pg_backend_pid(), coalesce(current_setting('trellara.probe', true), '')";

    /** A backend, and what it knows of the mark. */
    record Answer(int pid, String mark) {}

    private PoolerProbe() {}

    /** Asks over two sessions that nobody else uses; leaves both outside a transaction. */
    static List<Finding> probe(String place, Connection first, Connection second) throws SQLException {
        Answer before = ask(first, MARK);
        second.setAutoCommit(false);
        Answer other = ask(second, LOOK);
        Answer after = ask(first, LOOK);
        second.rollback();
        second.setAutoCommit(true);
        return judge(before, other, after)
                .map(observed -> List.of(finding(place, observed)))
                .orElse(List.of());
    }

    /** What gives a pooler away; empty where there is none, or one in session mode. Pure. */
    static Optional<String> judge(Answer before, Answer other, Answer after) {
        if (before.pid() == other.pid()) {
            return Optional.of("two connections answered by one backend");
        }
        if (before.pid() != after.pid()) {
            return Optional.of("one connection answered by two backends");
        }
        if (!after.mark().equals(before.mark())) {
            return Optional.of("a session's setting lost between two statements");
        }
        return Optional.empty();
    }

    /** A connection pooler's finding. */
    static Finding finding(String place, String observed) {
        return new Finding(
                ErrorCode.SOURCE_POOLER,
                place,
                observed,
                "sessions of the server itself",
                "point source.url at the server, or at a pool in session mode that lets replication through");
    }

    private static Answer ask(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return new Answer(row.getInt(1), row.getString(2));
        }
    }
}
