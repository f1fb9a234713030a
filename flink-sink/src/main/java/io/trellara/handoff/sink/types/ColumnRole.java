package io.trellara.handoff.sink.types;

/**
 * What a column is for.
 *
 * @param key whether it is part of the key
 * @param room the bytes that the target's index has for it, where it is
 * @param narrow whether the row has no room for long text inside it
 */
record ColumnRole(boolean key, int room, boolean narrow) {
    static final ColumnRole VALUE = new ColumnRole(false, 0, false);
    static final ColumnRole NARROW_VALUE = new ColumnRole(false, 0, true);

    static ColumnRole key(int room) {
        return new ColumnRole(true, room, false);
    }
}
