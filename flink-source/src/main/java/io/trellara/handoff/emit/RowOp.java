package io.trellara.handoff.emit;

/** What a {@link RowChange} says of its row. */
public enum RowOp {
    /** The row as the copy read it. */
    READ,
    INSERT,
    UPDATE,
    /** An update whose unchanged large columns are not in the change. */
    PARTIAL_UPDATE,
    DELETE,
    /** All rows of the relation are gone; no key, no cells. */
    TRUNCATE
}
