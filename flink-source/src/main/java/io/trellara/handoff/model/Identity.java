package io.trellara.handoff.model;

import java.io.Serializable;

/**
 * What a run is bound to (R8).
 *
 * @param systemIdentifier PostgreSQL's system identifier, decimal
 * @param timeline the timeline at the time
 * @param database the database's name
 * @param serverVersion {@code server_version_num}; informative, not part of the binding
 */
public record Identity(String systemIdentifier, int timeline, String database, int serverVersion)
        implements Serializable {
    private static final int PARTS = 4;

    /** Reads {@link #text()}; the version is not in it, and 0 here. */
    public static Identity parse(String text) {
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

    /** The stored form, {@code pg:SYSTEM:TIMELINE:DATABASE}. */
    public String text() {
        return "pg:" + systemIdentifier + ":" + timeline + ":" + database;
    }
}
