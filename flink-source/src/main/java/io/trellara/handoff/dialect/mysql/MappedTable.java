package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a table's number in the log stands for, as its last map told: a relation of the contract, one that differs from
 * it, or a table that the run does not copy. A difference counts only when a change that is to be handed out uses it.
 */
final class MappedTable {
    private final @Nullable BinlogTable table;
    private final RowColumn[] columns;
    private final @Nullable HandoffException difference;

    private MappedTable(@Nullable BinlogTable table, TableMap map, @Nullable HandoffException difference) {
        this.table = table;
        this.columns = map.columns().toArray(new RowColumn[0]);
        this.difference = difference;
    }

    static MappedTable foreign(TableMap map) {
        return new MappedTable(null, map, null);
    }

    static MappedTable of(BinlogTable table, TableMap map) {
        List<String> problems = differences(table, map);
        return problems.isEmpty()
                ? new MappedTable(table, map, null)
                : new MappedTable(
                        table,
                        map,
                        BinlogFailures.schemaChanged(
                                table.schema().relation(),
                                String.join(", ", problems),
                                "the columns of the run's contract"));
    }

    private static List<String> differences(BinlogTable table, TableMap map) {
        List<BinlogTable.Place> places = table.columns();
        if (places.size() != map.columns().size()) {
            return List.of(map.columns().size() + " columns, not " + places.size());
        }
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            BinlogTable.Place place = places.get(i);
            if (!map.columns().get(i).agrees(place.cell().type())) {
                problems.add("column " + place.name() + " of another type");
            } else if (!map.names().isEmpty() && !map.names().get(i).equals(place.name())) {
                problems.add("column " + map.names().get(i) + " in the place of " + place.name());
            }
        }
        return problems;
    }

    /** The relation of the contract that it is, whether or not its columns agree; empty where it is none. */
    Optional<Relation> relation() {
        return Optional.ofNullable(table).map(known -> known.schema().relation());
    }

    /** How it differs from the contract. */
    Optional<HandoffException> difference() {
        return Optional.ofNullable(difference);
    }

    /** The relation of the contract, where its columns agree. */
    Optional<BinlogTable> agreeing() {
        return difference == null ? Optional.ofNullable(table) : Optional.empty();
    }

    /** The columns as they are written, in the table's order. */
    RowColumn[] columns() {
        return columns;
    }

    /** Whether the length of every value is known. */
    boolean readable() {
        return columns.length == 0 || columns[columns.length - 1].readable();
    }
}
