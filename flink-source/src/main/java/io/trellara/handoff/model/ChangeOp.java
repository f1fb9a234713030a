package io.trellara.handoff.model;

/** What a streamed change does to its key; the codes are part of a block's wire form. */
public enum ChangeOp {
    /** A new row; all columns present. */
    INSERT(0),
    /** A changed row under the same key; all columns present. */
    UPDATE(1),
    /** A changed row under the same key; some large columns are unchanged and not in the change. */
    PARTIAL_UPDATE(2),
    /** A row is gone; key columns present. */
    DELETE(3),
    /** All rows of the relation are gone; no cells. Always alone in its block (design §4). */
    TRUNCATE(4);

    private static final ChangeOp[] BY_CODE = values();

    private final byte code;

    ChangeOp(int code) {
        this.code = (byte) code;
    }

    /** The code in a block. */
    public byte code() {
        return code;
    }

    /** The op with that code, as read from a block. */
    public static ChangeOp of(int code) {
        return BY_CODE[code];
    }
}
