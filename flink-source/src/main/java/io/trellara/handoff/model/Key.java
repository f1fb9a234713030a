package io.trellara.handoff.model;

import java.io.Serializable;
import java.util.List;

/** A key's cells as the server prints them (plain text, not escaped), in key order. Values: never logged (R11). */
public record Key(List<String> cells) implements Serializable {
    public Key {
        cells = List.copyOf(cells);
        if (cells.isEmpty()) {
            throw new IllegalArgumentException("a key has at least one cell");
        }
    }

    /** Its size only; the cells are values (R11). */
    @Override
    public String toString() {
        return "key of " + cells.size();
    }
}
