package io.trellara.handoff.evidence;

import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.model.Wait;
import io.trellara.handoff.model.WaitKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** SQL of {@code run_waits}. */
final class JdbcEvidenceWaits {
    private static final String THIS_RUN = " WHERE source_id = ? AND dataset_id = ? AND run_id = ?";
    private static final String THIS_WAIT = THIS_RUN + " AND kind = ?";

    private static final String SELECT = "SELECT kind, since, seen_at, ended_at, fence, what, session_id,"
            + " transaction_id, held_since, waits, waited_millis FROM trellara.run_waits" + THIS_RUN;

    private JdbcEvidenceWaits() {}

    private record Row(RunWait seen, long fence) {}

    /**
     * Records that the run has just these waits now, and no other; the caller holds the run's row. Repeated, it changes
     * nothing but when they were seen.
     */
    static void record(JdbcEvidenceConnection connection, RunKey run, long fence, List<Wait> present)
            throws SQLException {
        Map<WaitKind, Row> rows = new EnumMap<>(WaitKind.class);
        connection
                .query(SELECT)
                .key(run)
                .list(row -> new Row(wait(row), row.getLong("fence")))
                .forEach(row -> rows.put(row.seen().kind(), row));
        Writing writing = new Writing(connection, run, fence, now(connection, rows.values()));
        for (Wait wait : present) {
            Optional<Row> before = Optional.ofNullable(rows.remove(wait.kind()));
            boolean goesOn = before.isPresent()
                    && before.get().seen().open()
                    && before.get().fence() == fence;
            if (!goesOn) {
                if (before.isPresent()) {
                    writing.end(before.get());
                }
                writing.begin(wait);
            }
            writing.see(wait);
        }
        for (Row over : rows.values()) {
            writing.end(over);
        }
    }

    /** The database's clock, which may have stepped back since these were written: nothing ends before it was seen. */
    private static Instant now(JdbcEvidenceConnection connection, Collection<Row> rows) throws SQLException {
        Instant clock = connection
                .query("SELECT current_timestamp(6) AS now_at")
                .first(row -> JdbcEvidenceQuery.instant(row, "now_at").orElseThrow())
                .orElseThrow();
        return rows.stream()
                .map(row -> row.seen().span().seenAt())
                .filter(clock::isBefore)
                .max(Comparator.naturalOrder())
                .orElse(clock);
    }

    /** A writer at one moment. */
    private record Writing(JdbcEvidenceConnection connection, RunKey run, long fence, Instant now) {

        void begin(Wait wait) throws SQLException {
            Instant since = now.minus(wait.waited());
            int there = connection
                    .query("UPDATE trellara.run_waits SET fence = ?, since = ?, seen_at = ?, ended_at = NULL,"
                            + " waits = waits + 1" + THIS_WAIT)
                    .number(fence)
                    .moment(since)
                    .moment(now)
                    .key(run)
                    .text(wait.kind().text())
                    .update();
            if (there == 0) {
                connection
                        .query("INSERT INTO trellara.run_waits (source_id, dataset_id, run_id, kind, fence, what,"
                                + " since, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
                        .key(run)
                        .text(wait.kind().text())
                        .number(fence)
                        .text(wait.what())
                        .moment(since)
                        .moment(now)
                        .update();
            }
        }

        /** Who is waited for may change while the wait goes on. */
        void see(Wait wait) throws SQLException {
            connection
                    .query("UPDATE trellara.run_waits SET seen_at = ?, what = ?, session_id = ?, transaction_id = ?,"
                            + " held_since = ?" + THIS_WAIT)
                    .moment(now)
                    .text(wait.what())
                    .number(wait.holder().session())
                    .text(wait.holder().transaction())
                    .moment(wait.holder().open().map(now::minus))
                    .key(run)
                    .text(wait.kind().text())
                    .update();
        }

        /** What an earlier writer has left open ended when that one saw it last. */
        void end(Row row) throws SQLException {
            RunWait.Span span = row.seen().span();
            if (!row.seen().open()) {
                return;
            }
            Instant end = row.fence() == fence ? now : span.seenAt();
            connection
                    .query("UPDATE trellara.run_waits SET ended_at = ?, waited_millis = waited_millis + ?" + THIS_WAIT)
                    .moment(end)
                    .number(Duration.between(span.since(), end).toMillis())
                    .key(run)
                    .text(row.seen().kind().text())
                    .update();
        }
    }

    static List<RunWait> all(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        return connection.query(SELECT + " ORDER BY since, kind").key(run).list(JdbcEvidenceWaits::wait);
    }

    private static RunWait wait(ResultSet row) throws SQLException {
        return new RunWait(
                WaitKind.parse(row.getString("kind")),
                span(row),
                row.getString("what"),
                JdbcEvidenceQuery.number(row, "session_id"),
                JdbcEvidenceQuery.text(row, "transaction_id"),
                JdbcEvidenceQuery.instant(row, "held_since"),
                new RunWait.Past(row.getLong("waits"), row.getLong("waited_millis")));
    }

    private static RunWait.Span span(ResultSet row) throws SQLException {
        return new RunWait.Span(
                JdbcEvidenceQuery.instant(row, "since").orElseThrow(),
                JdbcEvidenceQuery.instant(row, "seen_at").orElseThrow(),
                JdbcEvidenceQuery.instant(row, "ended_at"));
    }
}
