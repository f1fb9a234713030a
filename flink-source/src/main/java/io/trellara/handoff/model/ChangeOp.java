package io.trellara.handoff.model;

/** What a streamed change does to its key; the codes are part of a block's wire form. */
public enum ChangeOp {
    /** A new row; all columns present. */
    INSERT,
    /** A changed row under the same key; all columns present. */
    UPDATE,
    /** A changed row under the same key; some large columns are unchanged and not in the change. */
    PARTIAL_UPDATE,
    /** A row is gone; key columns present. */
    DELETE,
    /** All rows of the relation are gone; no cells. Always alone in its block (design §4). */
    TRUNCATE;

    private static final ChangeOp[] ALL = values();

    /** The op with that ordinal, as read from a block. */
    public static ChangeOp of(int code) {
        return ALL[code];
    }
}
