package io.trellara.handoff.model;

import java.io.Serializable;
import java.util.Comparator;

/** A source table by schema and name, as the server spells them (unquoted, case kept). */
public record Relation(String schema, String name) implements Serializable, Comparable<Relation> {
    private static final Comparator<Relation> ORDER =
            Comparator.comparing(Relation::schema).thenComparing(Relation::name);

    public Relation {
        if (schema.isEmpty() || name.isEmpty()) {
            throw new IllegalArgumentException("a relation needs a schema and a name");
        }
    }

    /** Reads {@code schema.table}; the first dot separates. */
    public static Relation parse(String text) {
        int dot = text.indexOf('.');
        if (dot <= 0 || dot == text.length() - 1) {
            throw new IllegalArgumentException("'" + text + "' is not schema.table");
        }
        return new Relation(text.substring(0, dot), text.substring(dot + 1));
    }

    /** The relation as SQL text, both parts quoted: {@code "schema"."table"}. */
    public String quoted() {
        return quote(schema) + "." + quote(name);
    }

    /** An SQL identifier, quoted; embedded quotes are doubled. */
    public static String quote(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    @Override
    public int compareTo(Relation other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return schema + "." + name;
    }
}
