package io.trellara.handoff.sim;

/**
 * One row event of the modelled log.
 *
 * @param relation the relation's place in the dataset
 * @param key the row's key; for a move the old one
 * @param to for a move the new key
 * @param row the row after it
 */
record ModelEvent(Kind kind, int relation, int key, int to, Row row) {
    static final Row NO_ROW = new Row(0, "");

    /** A row's columns besides the key. */
    record Row(int small, String large) {}

    /** What happened to the row. */
    enum Kind {
        INSERT,
        UPDATE,
        /** An update that leaves the large column out, because it did not change. */
        PARTIAL,
        DELETE,
        /** The key moves; the large column is left out. */
        MOVE,
        /** Every row of the relation goes; the keys mean nothing. */
        TRUNCATE
    }

    @Override
    public String toString() {
        return switch (kind) {
            case TRUNCATE -> "truncate t" + relation;
            case MOVE -> "move t" + relation + "." + key + " to ." + to;
            case DELETE -> "delete t" + relation + "." + key;
            default -> kind.name().toLowerCase(java.util.Locale.ROOT) + " t" + relation + "." + key + "=" + row.small();
        };
    }
}
