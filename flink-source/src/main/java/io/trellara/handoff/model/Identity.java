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
    /** The stored form, {@code pg:SYSTEM:TIMELINE:DATABASE}. */
    public String text() {
        return "pg:" + systemIdentifier + ":" + timeline + ":" + database;
    }
}
