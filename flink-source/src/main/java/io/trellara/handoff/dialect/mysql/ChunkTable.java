package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A relation as chunks are planned and read: its columns, how their cells are made, and the index of its key, which
 * every query is held to. Pure.
 */
final class ChunkTable {
    private final RelationSchema schema;
    private final MysqlRelation facts;
    private final List<BinlogTable.Place> places;
    private final KeyPredicate predicate;

    private ChunkTable(RelationSchema schema, MysqlRelation facts, List<BinlogTable.Place> places) {
        this.schema = schema;
        this.facts = facts;
        this.places = places;
        this.predicate = new KeyPredicate(facts.keyColumns());
    }

    /** @param facts the relation as the session sees it, which agrees with {@code schema} */
    static ChunkTable read(Connection session, RelationSchema schema, MysqlRelation facts) throws SQLException {
        List<BinlogTable.Place> places =
                new ArrayList<>(new BinlogTables().table(session, schema).columns());
        places.removeIf(place -> place.index() == BinlogTable.LEFT_OUT);
        places.sort(Comparator.comparingInt(BinlogTable.Place::index));
        return new ChunkTable(schema, facts, places);
    }

    RelationSchema schema() {
        return schema;
    }

    /** Whether a range of its keys is a range of their index. */
    boolean boundable() {
        return facts.keyColumns().stream().allMatch(MysqlKeyType::bounds);
    }

    /** How the cells of the schema's columns are made, in its order. */
    List<CellColumn> cells() {
        return places.stream().map(BinlogTable.Place::cell).toList();
    }

    /** The same of the key's columns, in key order. */
    List<CellColumn> keyCells() {
        return schema.keyColumns().stream().map(i -> places.get(i).cell()).toList();
    }

    /** Selects whole rows of a range. */
    String rows(KeyRange range) {
        return "SELECT " + selected(places) + source() + predicate.where(range);
    }

    /** Selects the key of the row that ends the next {@code rows} rows of the range. */
    String bound(KeyRange range, long rows) {
        List<BinlogTable.Place> key =
                schema.keyColumns().stream().map(places::get).toList();
        String order = String.join(
                ", ", key.stream().map(p -> MysqlText.quote(p.name())).toList());
        return "SELECT " + selected(key) + source() + predicate.where(range) + " ORDER BY " + order + " LIMIT "
                + (rows - 1) + ", 1";
    }

    private static String selected(List<BinlogTable.Place> columns) {
        return String.join(
                ", ",
                columns.stream()
                        .map(place -> place.cell().selected(MysqlText.quote(place.name())))
                        .toList());
    }

    private String source() {
        return " FROM " + MysqlText.table(schema.relation()) + " FORCE INDEX ("
                + MysqlText.quote(facts.key().orElseThrow().name()) + ")";
    }
}
