package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.Relation;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Names and text as MySQL's SQL, whatever sql_mode is. Pure. */
final class MysqlText {
    private MysqlText() {}

    /** A name in back quotes. */
    static String quote(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** A table by its database and name. */
    static String table(Relation relation) {
        return quote(relation.schema()) + "." + quote(relation.name());
    }

    /** Text as its bytes, in which nothing has to be escaped. */
    static String literal(String text) {
        return text.isEmpty()
                ? "_utf8mb4''"
                : "_utf8mb4 0x" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Each relation through {@code form}, with commas. */
    static String list(Collection<Relation> relations, Function<Relation, String> form) {
        return relations.stream().map(form).collect(Collectors.joining(", "));
    }

    /** {@code (('db', 'name'), …)}, to be compared with a pair of columns. */
    static String pairs(Collection<Relation> relations) {
        return "(" + list(relations, r -> "(" + literal(r.schema()) + ", " + literal(r.name()) + ")") + ")";
    }
}
