package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.TimelineEnd;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A server's own account of its promotions (R8): the history file of its timeline, which the replication protocol hands
 * out.
 */
final class TimelineHistory {
    private static final int FIRST = 1;
    /** Number, switch point, and a reason in words, which may be missing. */
    private static final int FIELDS = 3;

    private TimelineHistory() {}

    /** Reads it from the server that is {@code now}. */
    static List<TimelineEnd> read(PostgresSessions sessions, Identity now) {
        if (now.timeline() <= FIRST) {
            return List.of();
        }
        try (Connection session = sessions.openReplication(PostgresSessions.CONTROL)) {
            ServerIdentity.require(session, now.text());
            try (Statement statement = session.createStatement();
                    ResultSet row = statement.executeQuery("TIMELINE_HISTORY " + now.timeline())) {
                if (!row.next()) {
                    throw malformed("no history of timeline " + now.timeline());
                }
                return parse(new String(row.getBytes(2), StandardCharsets.UTF_8));
            }
        } catch (SQLException e) {
            throw SourceFailure.of(
                    ErrorCode.SOURCE_QUERY_FAILED, sessions.place(), "reading the timeline's history", e);
        }
    }

    /** The history file's lines: {@code number TAB position TAB reason}, oldest first; comments begin with a hash. */
    static List<TimelineEnd> parse(String text) {
        List<TimelineEnd> ends = new ArrayList<>();
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] fields = line.split("\\s+", FIELDS);
            try {
                ends.add(new TimelineEnd(Integer.parseInt(fields[0]), Lsn.parse(fields[1])));
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                throw malformed("a line of its history that is not: number, position");
            }
        }
        return List.copyOf(ends);
    }

    private static HandoffException malformed(String observed) {
        return new HandoffException(new Finding(
                ErrorCode.SOURCE_CHANGED,
                "source server",
                observed,
                "the history of a timeline other than the run's",
                "point the run at the server it was bound to, or start a new run"));
    }
}
