package io.trellara.handoff.evidence;

import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.model.Wait;
import io.trellara.handoff.model.WaitKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

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
        for (Wait wait : present) {
            Optional<Row> before = Optional.ofNullable(rows.remove(wait.kind()));
            boolean goesOn = before.isPresent()
                    && before.get().seen().open()
                    && before.get().fence() == fence;
            if (!goesOn) {
                if (before.isPresent()) {
                    end(connection, run, fence, before.get());
                }
                begin(connection, run, fence, wait);
            }
            see(connection, run, wait);
        }
        for (Row over : rows.values()) {
            end(connection, run, fence, over);
        }
    }

    private static void begin(JdbcEvidenceConnection connection, RunKey run, long fence, Wait wait)
            throws SQLException {
        String ago = connection.sql().ago();
        int there = connection
                .query("UPDATE trellara.run_waits SET fence = ?, since = " + ago
                        + ", seen_at = current_timestamp(6), ended_at = NULL, waits = waits + 1" + THIS_WAIT)
                .number(fence)
                .number(micros(wait.waited()))
                .key(run)
                .text(wait.kind().text())
                .update();
        if (there == 0) {
            connection
                    .query("INSERT INTO trellara.run_waits (source_id, dataset_id, run_id, kind, fence, what, since,"
                            + " seen_at) VALUES (?, ?, ?, ?, ?, ?, " + ago + ", current_timestamp(6))")
                    .key(run)
                    .text(wait.kind().text())
                    .number(fence)
                    .text(wait.what())
                    .number(micros(wait.waited()))
                    .update();
        }
    }

    /** Who is waited for may change while the wait goes on. */
    private static void see(JdbcEvidenceConnection connection, RunKey run, Wait wait) throws SQLException {
        OptionalLong open =
                wait.holder().open().map(age -> OptionalLong.of(micros(age))).orElse(OptionalLong.empty());
        connection
                .query("UPDATE trellara.run_waits SET seen_at = current_timestamp(6), what = ?, session_id = ?,"
                        + " transaction_id = ?, held_since = "
                        + connection.sql().ago() + THIS_WAIT)
                .text(wait.what())
                .number(wait.holder().session())
                .text(wait.holder().transaction())
                .number(open)
                .key(run)
                .text(wait.kind().text())
                .update();
    }

    /** What an earlier writer has left open ended when that one saw it last. */
    private static void end(JdbcEvidenceConnection connection, RunKey run, long fence, Row row) throws SQLException {
        if (!row.seen().open()) {
            return;
        }
        String end = row.fence() == fence ? "current_timestamp(6)" : "seen_at";
        RunWait.Span ended = connection
                .query("SELECT since, seen_at, " + end + " AS ended_at FROM trellara.run_waits" + THIS_WAIT)
                .key(run)
                .text(row.seen().kind().text())
                .first(JdbcEvidenceWaits::span)
                .orElseThrow();
        Instant last = ended.endedAt().orElseThrow();
        connection
                .query("UPDATE trellara.run_waits SET ended_at = " + end + ", waited_millis = waited_millis + ?"
                        + THIS_WAIT)
                .number(Math.max(0, Duration.between(ended.since(), last).toMillis()))
                .key(run)
                .text(row.seen().kind().text())
                .update();
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

    private static long micros(Duration time) {
        return time.toNanos() / 1000;
    }
}
