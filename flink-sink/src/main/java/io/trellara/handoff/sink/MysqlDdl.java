package io.trellara.handoff.sink;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.types.RelationMapping;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The DDL of a missing target table: columns, types, nullability, primary key; nothing else of the source's. Pure. */
final class MysqlDdl {
    private MysqlDdl() {}

    static String createDatabase(Relation relation) {
        return "CREATE DATABASE IF NOT EXISTS " + MysqlStatements.quote(relation.schema());
    }

    /** NULL is said: a timestamp is not nullable by itself, and would be made the time of the write. */
    static String createTable(RelationSchema schema, RelationMapping mapping) {
        String columns = IntStream.range(0, schema.columns().size())
                .mapToObj(i -> column(schema.columns().get(i), mapping.type(i)))
                .collect(Collectors.joining(", "));
        String key = schema.keyNames().stream().map(MysqlStatements::quote).collect(Collectors.joining(", "));
        return "CREATE TABLE IF NOT EXISTS " + MysqlStatements.table(schema.relation()) + " (" + columns
                + ", PRIMARY KEY (" + key + ")) ENGINE = InnoDB ROW_FORMAT = DYNAMIC";
    }

    private static String column(Column column, String type) {
        return MysqlStatements.quote(column.name()) + " " + type + (column.nullable() ? " NULL" : " NOT NULL");
    }
}
