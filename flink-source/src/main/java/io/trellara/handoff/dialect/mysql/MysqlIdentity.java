package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Identity;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which server answers (R8), and whether it is one that this program knows. */
final class MysqlIdentity {
    /** The oldest that is supported, as {@code MAJOR * 10000 + MINOR * 100 + PATCH}. */
    private static final int OLDEST = 8_00_11;

    private static final Pattern VERSION = Pattern.compile("^(\\d+)\\.(\\d+)\\.(\\d+)");

    private MysqlIdentity() {}

    static Identity read(Connection session) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@GLOBAL.server_uuid, @@GLOBAL.version")) {
            row.next();
            return Identity.mysql(row.getString(1).toLowerCase(Locale.ROOT), number(row.getString(2)));
        }
    }

    /**
     * Requires the server that the run is bound to, however often it has gone over before (R8).
     *
     * @param identity {@code Identity.text()}
     * @throws HandoffException SOURCE_PROMOTED: another server may have succeeded it, which is judged when the run
     *     starts again
     */
    static void require(Connection session, String identity) throws SQLException {
        Identity bound = Identity.parse(identity);
        Identity now = read(session).succeeding(bound);
        if (!now.text().equals(bound.text())) {
            throw BinlogFailures.otherServer(
                    "source " + now.text(), "source " + identity + ", to which the run is bound");
        }
    }

    /** Refuses by name what only looks like MySQL, and what is too old. */
    static void requireSupported(Statement statement, String place) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT @@GLOBAL.version, @@GLOBAL.version_comment")) {
            row.next();
            requireSupported(place, row.getString(1), row.getString(2));
        }
    }

    static void requireSupported(String place, String version, String comment) {
        String all = (version + " " + comment).toLowerCase(Locale.ROOT);
        if (all.contains("mariadb")) {
            throw unsupported(place, "MariaDB, version " + version);
        }
        if (number(version) < OLDEST) {
            throw unsupported(place, "version " + version);
        }
    }

    /** 0 where the text is no version of MySQL's. */
    static int number(String version) {
        Matcher matcher = VERSION.matcher(version);
        return matcher.find()
                ? Integer.parseInt(matcher.group(1)) * 10_000
                        + Integer.parseInt(matcher.group(2)) * 100
                        + Integer.parseInt(matcher.group(3))
                : 0;
    }

    private static HandoffException unsupported(String place, String observed) {
        return new HandoffException(new Finding(
                ErrorCode.SOURCE_VERSION_UNSUPPORTED,
                place,
                observed,
                "MySQL 8.0.11 or later",
                "use a supported server; MariaDB's GTIDs and binary log are of another kind"));
    }
}
