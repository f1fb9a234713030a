package io.trellara.handoff.sink;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.types.RelationMapping;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The DDL of a missing target table: columns, types, NOT NULL, primary key; nothing else of the source's. Pure. */
final class TargetDdl {
    private TargetDdl() {}

    static String createSchema(RelationSchema schema) {
        return "CREATE SCHEMA IF NOT EXISTS " + Relation.quote(schema.relation().schema());
    }

    static String createTable(RelationSchema schema, RelationMapping mapping) {
        String columns = IntStream.range(0, schema.columns().size())
                .mapToObj(i -> column(schema.columns().get(i), mapping.type(i)))
                .collect(Collectors.joining(", "));
        String key = schema.keyNames().stream().map(Relation::quote).collect(Collectors.joining(", "));
        return "CREATE TABLE " + schema.relation().quoted() + " (" + columns + ", PRIMARY KEY (" + key + "))";
    }

    private static String column(Column column, String type) {
        return Relation.quote(column.name()) + " " + type + (column.nullable() ? "" : " NOT NULL");
    }
}
