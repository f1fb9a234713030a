package io.trellara.handoff.model;

import java.io.Serializable;

/**
 * What a run is bound to (R8).
 *
 * @param systemIdentifier PostgreSQL's system identifier, decimal, or MySQL's {@code server_uuid}
 * @param timeline PostgreSQL's timeline at the time, from 1 on; 0 for MySQL
 * @param database the database's name; empty for MySQL, whose log is the whole server's
 * @param serverVersion the version as the server counts it; informative, not part of the binding
 */
public record Identity(String systemIdentifier, int timeline, String database, int serverVersion)
        implements Serializable {
    private static final int PARTS = 4;
    private static final String MYSQL = "mysql:";

    /** A MySQL server. */
    public static Identity mysql(String serverUuid, int serverVersion) {
        if (!GtidOrigin.parse(serverUuid).tag().isEmpty()) {
            throw new IllegalArgumentException("'" + serverUuid + "' is no server's UUID");
        }
        return new Identity(serverUuid, 0, "", serverVersion);
    }

    /** Reads {@link #text()}; the version is not in it, and 0 here. */
    public static Identity parse(String text) {
        if (text.startsWith(MYSQL)) {
            return mysql(text.substring(MYSQL.length()), 0);
        }
        String[] parts = text.split(":", PARTS);
        if (parts.length != PARTS || !parts[0].equals("pg")) {
            throw new IllegalArgumentException("'" + text + "' names no source");
        }
        return new Identity(parts[1], Integer.parseInt(parts[2]), parts[3], 0);
    }

    /**
     * Whether this is {@code earlier} on a later timeline: its promoted standby, or the server restored to a point in
     * time. Whether it holds what {@code earlier} held is another question.
     */
    public boolean isLaterTimelineOf(Identity earlier) {
        return systemIdentifier.equals(earlier.systemIdentifier)
                && database.equals(earlier.database)
                && timeline > earlier.timeline;
    }

    /** The stored form, {@code pg:SYSTEM:TIMELINE:DATABASE} or {@code mysql:UUID}. */
    public String text() {
        return timeline == 0 ? MYSQL + systemIdentifier : "pg:" + systemIdentifier + ":" + timeline + ":" + database;
    }
}
