package io.trellara.handoff.evidence;

/**
 * A column's value in a row of whatever table of the evidence, in one form whichever kind of database holds it.
 *
 * @param text digits for a number, {@code Instant}'s form for a time, JSON for a document, {@code true} or
 *     {@code false} for a flag, empty where there is none
 */
public record EvidenceCell(String column, Kind kind, String text) {
    /** What the text means. */
    public enum Kind {
        TEXT,
        NUMBER,
        TIME,
        DOCUMENT,
        FLAG,
        ABSENT
    }
}
