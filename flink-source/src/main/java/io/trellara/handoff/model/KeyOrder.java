package io.trellara.handoff.model;

/**
 * How the values of a key column are compared in Java, where that provably equals the server's order (design §6).
 * {@link #UNORDERED} types are never compared: their relations have one gate for all chunks (R5).
 */
public enum KeyOrder {
    /** int2, int4, int8. */
    INTEGER,
    /** numeric; equal values may differ in scale; NaN is above infinity. */
    NUMERIC,
    /** date, ISO text, with infinity and BC. */
    DATE,
    /** timestamp without time zone, ISO text, with infinity and BC. */
    TIMESTAMP,
    /** timestamptz, ISO text in UTC, with infinity and BC. */
    TIMESTAMPTZ,
    /** boolean, {@code f} below {@code t}. */
    BOOLEAN,
    /** uuid, by bytes. */
    UUID,
    /** bytea in hex form, by unsigned bytes. */
    BYTEA,
    /** Text whose equality is equality of bytes but whose order is a collation's. */
    TEXT,
    /** Anything else: neither order nor equality is known here; such a relation is applied in one lane. */
    UNORDERED,
    /**
     * Text under a collation of MySQL: ordered by the server's weights, which are asked from it (design §6). Equal
     * texts may differ in their bytes, and how is not known here: such a relation is applied in one lane.
     */
    COLLATED;

    /** Whether the server's order is known, by Java's comparison or by weights that the server is asked for. */
    public boolean ordered() {
        return this != TEXT && this != UNORDERED;
    }

    /** Whether Java's comparison alone equals the server's order. */
    public boolean comparable() {
        return ordered() && this != COLLATED;
    }

    /** Whether a canonical form exists whose bytes are equal exactly when the server calls the values equal. */
    public boolean canonical() {
        return this != UNORDERED && this != COLLATED;
    }
}
