package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.Relation;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The run's contract as the binary log is read under it (R9). Pure. */
final class BinlogContract {
    private final Map<Relation, BinlogTable> tables = new HashMap<>();

    BinlogContract(Collection<BinlogTable> tables) {
        tables.forEach(table -> this.tables.put(table.schema().relation(), table));
    }

    /** The relation of that name; empty where the run does not copy it. */
    Optional<BinlogTable> table(Relation relation) {
        return Optional.ofNullable(tables.get(relation));
    }

    Set<Relation> relations() {
        return tables.keySet();
    }

    /** What a table map stands for. */
    MappedTable match(TableMap map) {
        Optional<BinlogTable> table = map.relation().flatMap(this::table);
        return table.map(known -> MappedTable.of(known, map)).orElseGet(() -> MappedTable.foreign(map));
    }
}
