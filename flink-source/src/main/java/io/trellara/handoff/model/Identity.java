package io.trellara.handoff.model;

import java.io.Serializable;

/**
 * What a run is bound to (R8).
 *
 * @param systemIdentifier PostgreSQL's system identifier, decimal, or MySQL's {@code server_uuid}
 * @param timeline PostgreSQL's timeline at the time, from 1 on; for MySQL how often the run has gone over to another
 *     server, which a server itself does not know
 * @param database the database's name; empty for MySQL, whose log is the whole server's
 * @param serverVersion the version as the server counts it; informative, not part of the binding
 */
public record Identity(String systemIdentifier, int timeline, String database, int serverVersion)
        implements Serializable {
    private static final int PARTS = 4;
    private static final String MYSQL = "mysql:";

    /** A MySQL server, as it names itself. */
    public static Identity mysql(String serverUuid, int serverVersion) {
        return mysql(serverUuid, 0, serverVersion);
    }

    private static Identity mysql(String serverUuid, int succession, int serverVersion) {
        if (!GtidOrigin.parse(serverUuid).tag().isEmpty()) {
            throw new IllegalArgumentException("'" + serverUuid + "' is no server's UUID");
        }
        return new Identity(serverUuid, succession, "", serverVersion);
    }

    /** Reads {@link #text()}; the version is not in it, and 0 here. */
    public static Identity parse(String text) {
        if (text.startsWith(MYSQL)) {
            String[] parts = text.substring(MYSQL.length()).split(":", 2);
            return mysql(parts[0], parts.length == 1 ? 0 : Integer.parseInt(parts[1]), 0);
        }
        String[] parts = text.split(":", PARTS);
        if (parts.length != PARTS || !parts[0].equals("pg")) {
            throw new IllegalArgumentException("'" + text + "' names no source");
        }
        return new Identity(parts[1], Integer.parseInt(parts[2]), parts[3], 0);
    }

    /** Whether it is a MySQL server. */
    public boolean mysql() {
        return database.isEmpty();
    }

    /**
     * This server by the name that it has in a run that is bound to {@code recorded}: another MySQL server than that is
     * the next one of its succession. Whether the run may go over to it is another question.
     */
    public Identity succeeding(Identity recorded) {
        if (!mysql() || !recorded.mysql()) {
            return this;
        }
        boolean same = systemIdentifier.equals(recorded.systemIdentifier);
        return new Identity(systemIdentifier, recorded.timeline + (same ? 0 : 1), "", serverVersion);
    }

    /**
     * Whether this is {@code earlier} on a later timeline: its promoted standby, or the server restored to a point in
     * time; or a later server of the succession. Whether it holds what {@code earlier} held is another question.
     */
    public boolean isLaterTimelineOf(Identity earlier) {
        return (mysql() || systemIdentifier.equals(earlier.systemIdentifier))
                && database.equals(earlier.database)
                && timeline > earlier.timeline;
    }

    /** The stored form, {@code pg:SYSTEM:TIMELINE:DATABASE}, {@code mysql:UUID} or {@code mysql:UUID:SUCCESSION}. */
    public String text() {
        if (!mysql()) {
            return "pg:" + systemIdentifier + ":" + timeline + ":" + database;
        }
        return MYSQL + systemIdentifier + (timeline == 0 ? "" : ":" + timeline);
    }
}
