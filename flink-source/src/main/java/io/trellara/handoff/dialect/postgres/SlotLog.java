package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.SourceLog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalLong;

/**
 * How the log stands to a run and its slot. The limit is where the server would give the slot up
 * ({@code max_slot_wal_keep_size}): what it keeps now, and what may still be written.
 */
final class SlotLog {
    private static final String QUESTION = """
            SELECT e.lsn::text, greatest(pg_wal_lsn_diff(e.lsn, ?::pg_lsn), 0)::bigint,
                   CASE WHEN s.restart_lsn < e.lsn THEN pg_wal_lsn_diff(e.lsn, s.restart_lsn)::bigint
                        WHEN s.restart_lsn IS NOT NULL THEN 0 END,
                   (pg_wal_lsn_diff(e.lsn, s.restart_lsn) + s.safe_wal_size)::bigint
              FROM (SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
                                ELSE pg_current_wal_flush_lsn() END AS lsn) e
              LEFT JOIN pg_replication_slots s ON s.slot_name = ?""";

    private SlotLog() {}

    static LogReading read(Connection session, String slot, Lsn reached) throws SQLException {
        try (PreparedStatement question = session.prepareStatement(QUESTION)) {
            question.setString(1, reached.toString());
            question.setString(2, slot);
            try (ResultSet row = question.executeQuery()) {
                row.next();
                return new LogReading(
                        Lsn.parse(row.getString(1)),
                        new SourceLog(
                                number(row, 2),
                                OptionalLong.empty(),
                                number(row, 3),
                                number(row, 4),
                                OptionalLong.empty()));
            }
        }
    }

    private static OptionalLong number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
