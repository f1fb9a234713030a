package io.trellara.handoff.sink;

import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.stream.Collectors;

/** The DDL of a missing target table: columns, types, NOT NULL, primary key; nothing else of the source's. Pure. */
final class TargetDdl {
    private TargetDdl() {}

    static String createSchema(RelationSchema schema) {
        return "CREATE SCHEMA IF NOT EXISTS " + Relation.quote(schema.relation().schema());
    }

    static String createTable(RelationSchema schema) {
        String columns = schema.columns().stream()
                .map(c -> Relation.quote(c.name()) + " " + c.type() + (c.nullable() ? "" : " NOT NULL"))
                .collect(Collectors.joining(", "));
        String key = schema.keyNames().stream().map(Relation::quote).collect(Collectors.joining(", "));
        return "CREATE TABLE " + schema.relation().quoted() + " (" + columns + ", PRIMARY KEY (" + key + "))";
    }
}
