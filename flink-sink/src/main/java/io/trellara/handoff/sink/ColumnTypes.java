package io.trellara.handoff.sink;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Whether a target column's type takes every value of a source column's, in the same text. Pure. */
final class ColumnTypes {
    private static final Pattern MODIFIER = Pattern.compile("\\([^)]*\\)");

    /** Wider types that print what they read; float4 to float8 does not. */
    private static final Map<String, Set<String>> WIDER = Map.of(
            "smallint", Set.of("integer", "bigint", "numeric"),
            "integer", Set.of("bigint", "numeric"),
            "bigint", Set.of("numeric"),
            "character varying", Set.of("text"));

    private ColumnTypes() {}

    /** The same type, as a key needs it; a type without modifier takes all of its modified forms. */
    static boolean same(String target, String source) {
        return target.equals(source) || target.equals(plain(source));
    }

    /** The same or a wider type; both as {@code format_type} writes them. */
    static boolean holds(String target, String source) {
        return same(target, source)
                || WIDER.getOrDefault(plain(source), Set.of()).contains(target);
    }

    private static String plain(String type) {
        return MODIFIER.matcher(type).replaceAll("");
    }
}
