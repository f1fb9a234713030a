package io.trellara.handoff.sink.types;

import io.trellara.handoff.model.Column;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** PostgreSQL reads what PostgreSQL prints: the same types, and nothing is touched. */
final class PostgresToPostgres implements TypeMap {
    private static final Pattern MODIFIER = Pattern.compile("\\([^)]*\\)");

    /** Wider types that print what they read; float4 to float8 does not. */
    private static final Map<String, Set<String>> WIDER = Map.of(
            "smallint", Set.of("integer", "bigint", "numeric"),
            "integer", Set.of("bigint", "numeric"),
            "bigint", Set.of("numeric"),
            "character varying", Set.of("text"));

    @Override
    public ColumnMapping map(Column column, ColumnRole role) {
        String source = column.type();
        return ColumnMapping.held(
                source,
                "",
                target -> same(target, source) || (!role.key() && wider(target, source))
                        ? Optional.of(CellConversion.NONE)
                        : Optional.empty());
    }

    /** A type without modifier takes all of its modified forms. */
    private static boolean same(String target, String source) {
        return target.equals(source) || target.equals(plain(source));
    }

    private static boolean wider(String target, String source) {
        return WIDER.getOrDefault(plain(source), Set.of()).contains(target);
    }

    private static String plain(String type) {
        return MODIFIER.matcher(type).replaceAll("");
    }

    @Override
    public TargetLimits limits() {
        return TargetLimits.POSTGRESQL;
    }

    @Override
    public boolean leavesOut() {
        return true;
    }
}
