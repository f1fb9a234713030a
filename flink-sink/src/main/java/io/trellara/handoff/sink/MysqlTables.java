package io.trellara.handoff.sink;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.types.RelationMapping;
import io.trellara.handoff.sink.types.TargetVersion;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Matches relations with their tables at a MySQL target. */
final class MysqlTables {
    private MysqlTables() {}

    /** Throws TARGET_CHANGED where preflight's findings have come true since. */
    static MysqlStatements match(Connection connection, DatabaseKind source, RelationSchema schema, MysqlServer server)
            throws SQLException {
        TargetFacts facts = new MysqlTargetCatalog(connection)
                .find(schema.relation())
                .orElseThrow(() -> TargetTable.changed(schema, "no such table"));
        RelationMapping mapping = mapping(source, schema, server);
        TargetTable table = TargetTable.match(schema, facts, mapping);
        String keyIndex = facts.keyIndex(schema.keyNames()).orElseThrow().name();
        List<MysqlCell> cells =
                table.columns().stream().map(c -> MysqlCell.of(c.type())).toList();
        return new MysqlStatements(schema, table.conversion(mapping), cells, keyIndex, server.atLeast(8, 0, 19));
    }

    /** What the relation's columns become at that server. */
    static RelationMapping mapping(DatabaseKind source, RelationSchema schema, MysqlServer server) {
        return RelationMapping.of(source, DatabaseKind.MYSQL, TargetVersion.parse(server.version()), schema);
    }
}
