package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A relation as the catalog has it. Pure.
 *
 * @param kind {@code TABLE_TYPE}
 * @param engine empty where it has none
 * @param columns all of them, in the table's order, invisible and generated ones too
 * @param indexes unique ones
 * @param actions foreign keys by which other tables' changes reach this one
 */
record MysqlRelation(
        Relation relation,
        String kind,
        String engine,
        List<MysqlColumn> columns,
        List<MysqlIndex> indexes,
        List<ForeignKeyAction> actions) {
    MysqlRelation {
        columns = List.copyOf(columns);
        indexes = List.copyOf(indexes);
        actions = List.copyOf(actions);
    }

    /** A foreign key of this relation whose parent's deletes or updates change rows here. */
    record ForeignKeyAction(String name, String onDelete, String onUpdate) {}

    /**
     * The index whose columns are the key: the primary key, also one that the server made up; else the unique index
     * with the fewest columns, by name, of those that can be one.
     */
    Optional<MysqlIndex> key() {
        return indexes.stream().filter(this::identifies).min(MysqlIndex.BEST_FIRST);
    }

    private boolean identifies(MysqlIndex index) {
        return index.plain()
                && index.visible()
                && index.columns().stream()
                        .allMatch(name -> column(name)
                                .filter(c -> !c.nullable() && !c.generated())
                                .isPresent());
    }

    Optional<MysqlColumn> column(String name) {
        return columns.stream().filter(c -> c.name().equalsIgnoreCase(name)).findFirst();
    }

    /** The key's columns, in key order; empty where there is no key. */
    List<MysqlColumn> keyColumns() {
        return key().map(index -> index.columns().stream()
                        .map(name -> column(name).orElseThrow())
                        .toList())
                .orElse(List.of());
    }

    /** What is copied and streamed: all that the server does not compute. */
    List<MysqlColumn> carried() {
        return columns.stream().filter(c -> !c.generated()).toList();
    }

    /** The shape; the relation must have a key. */
    RelationSchema schema() {
        List<MysqlColumn> carried = carried();
        List<Integer> key = keyColumns().stream().map(carried::indexOf).toList();
        List<Column> shaped = IntStream.range(0, carried.size())
                .mapToObj(i -> {
                    MysqlColumn c = carried.get(i);
                    return new Column(c.name(), c.fullType(), 0, c.nullable(), MysqlKeyType.order(c));
                })
                .toList();
        return new RelationSchema(relation, shaped, key, fingerprint());
    }

    /** SHA-256 over {@link #material}. */
    String fingerprint() {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(material().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * The contract as text: equal exactly when nothing that R9 names differs. A change of an index besides the key, of
     * partitions or of a default is none.
     */
    String material() {
        StringBuilder text = new StringBuilder();
        line(text, "relation", MysqlText.table(relation), kind, engine);
        for (MysqlColumn c : columns) {
            line(
                    text,
                    "column",
                    MysqlText.quote(c.name()),
                    c.type(),
                    c.charset(),
                    c.collation(),
                    c.nullable() ? "null" : "not null",
                    c.extra(),
                    c.expression());
        }
        line(text, "key", key().map(index -> String.join(",", index.columns())).orElse(""));
        return text.toString();
    }

    private static void line(StringBuilder text, String... parts) {
        text.append(String.join("|", parts)).append('\n');
    }
}
