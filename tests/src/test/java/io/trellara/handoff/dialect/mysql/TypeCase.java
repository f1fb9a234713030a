package io.trellara.handoff.dialect.mysql;

import java.util.List;

/**
 * A column type with values to write into it.
 *
 * @param values SQL expressions
 * @param expected cells that some of the values must become
 */
record TypeCase(String type, List<String> values, List<String> expected) {
    TypeCase {
        values = List.copyOf(values);
        expected = List.copyOf(expected);
    }

    static TypeCase of(String type, String... values) {
        return new TypeCase(type, List.of(values), List.of());
    }

    TypeCase giving(String... cells) {
        return new TypeCase(type, values, List.of(cells));
    }
}
