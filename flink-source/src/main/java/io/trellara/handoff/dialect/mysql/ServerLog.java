package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.SourceLog;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How the binary log stands to a run. The server removes files by their age, whoever still needs them; bytes are known
 * once the stream has a place in this server's files.
 */
final class ServerLog {
    private static final String FILES = "SHOW BINARY LOGS";
    private static final String EXPIRY = "SHOW GLOBAL VARIABLES WHERE variable_name IN ('binlog_expire_logs_seconds',"
            + " 'binlog_expire_logs_auto_purge')";

    private ServerLog() {}

    static LogReading read(Connection session, Identity run, BinlogPosition reached) throws SQLException {
        BinlogPosition end = BinlogPosition.of(ExecutedGtids.read(session));
        LogSizes files = LogSizes.of(values(session));
        long place = reached.place().value();
        boolean here = !reached.place().equals(Lsn.ZERO) && BinlogPlace.epoch(place) == run.timeline();
        return new LogReading(
                end,
                new SourceLog(
                        behind(end, reached, files),
                        OptionalLong.empty(),
                        here ? OptionalLong.of(files.behind(BinlogPlace.file(place), 0)) : OptionalLong.empty(),
                        OptionalLong.empty(),
                        expiry(session)));
    }

    /** Nothing is behind a run that holds all that was executed, whatever else the last file has at its end. */
    private static OptionalLong behind(BinlogPosition end, BinlogPosition reached, LogSizes files) {
        if (reached.covers(end)) {
            return OptionalLong.of(0);
        }
        long place = reached.place().value();
        return reached.place().equals(Lsn.ZERO)
                ? OptionalLong.empty()
                : OptionalLong.of(files.behind(BinlogPlace.file(place), BinlogPlace.offset(place)));
    }

    static List<String> values(Connection session) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(FILES)) {
            int width = row.getMetaData().getColumnCount();
            List<String> values = new ArrayList<>();
            while (row.next()) {
                for (int i = 1; i <= width; i++) {
                    values.add(row.getString(i));
                }
            }
            return values;
        }
    }

    /** None where the server keeps its log for ever, or leaves it to its administrators. */
    private static OptionalLong expiry(Connection session) throws SQLException {
        Map<String, String> settings = new HashMap<>();
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(EXPIRY)) {
            while (row.next()) {
                settings.put(row.getString(1), row.getString(2));
            }
        }
        long seconds = Long.parseLong(settings.getOrDefault("binlog_expire_logs_seconds", "0"));
        boolean kept =
                settings.getOrDefault("binlog_expire_logs_auto_purge", "ON").equals("OFF");
        return seconds == 0 || kept ? OptionalLong.empty() : OptionalLong.of(seconds * 1000);
    }
}
