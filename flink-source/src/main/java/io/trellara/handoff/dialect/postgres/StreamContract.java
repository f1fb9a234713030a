package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The run's contract as the stream sees it: which relation id is which schema, and whether a Relation message agrees
 * (R9). Pure.
 *
 * <p>Ids are part of it, because names alone would let a renamed table's changes pass for those of a relation outside
 * the dataset, and a table swapped in under the old name pass for the copied one.
 */
final class StreamContract {
    private final Map<Integer, RelationSchema> byOid;
    private final Map<Relation, Integer> oids = new TreeMap<>();

    /** @param byOid {@code pg_class.oid} of every relation of the contract, as unsigned 32 bits in an int */
    StreamContract(Map<Integer, RelationSchema> byOid) {
        this.byOid = Map.copyOf(byOid);
        byOid.forEach((oid, schema) -> oids.put(schema.relation(), oid));
    }

    /** What the relation id means from now on, given its Relation message. */
    StreamedRelation match(int oid, Relation relation, List<MessageColumn> columns) {
        RelationSchema schema = byOid.get(oid);
        if (schema == null) {
            return oids.containsKey(relation)
                    ? StreamedRelation.differing(
                            columns.size(),
                            relation,
                            StreamFailures.schemaChanged(
                                    relation,
                                    "another table under this name, oid " + Integer.toUnsignedString(oid),
                                    "the table of oid " + Integer.toUnsignedString(oids.get(relation))))
                    : StreamedRelation.foreign(columns.size());
        }
        if (!schema.relation().equals(relation)) {
            return StreamedRelation.differing(
                    columns.size(),
                    schema.relation(),
                    StreamFailures.schemaChanged(schema.relation(), "its name is now " + relation, "the same name"));
        }
        return compare(schema, columns);
    }

    private static StreamedRelation compare(RelationSchema schema, List<MessageColumn> columns) {
        List<String> problems = differences(schema, columns);
        if (!problems.isEmpty()) {
            return StreamedRelation.differing(
                    columns.size(),
                    schema.relation(),
                    StreamFailures.schemaChanged(
                            schema.relation(), String.join(", ", problems), "the columns of the run's contract"));
        }
        int[] places = new int[columns.size()];
        Set<String> keyless = new LinkedHashSet<>(schema.keyNames());
        for (int i = 0; i < places.length; i++) {
            places[i] = indexOf(schema, columns.get(i).name());
            if (columns.get(i).identity()) {
                keyless.remove(columns.get(i).name());
            }
        }
        return keyless.isEmpty()
                ? StreamedRelation.agreeing(schema, places)
                : StreamedRelation.differing(
                        places.length,
                        schema.relation(),
                        StreamFailures.identityChanged(
                                schema.relation(),
                                "a replica identity without key column " + String.join(", ", keyless),
                                "a replica identity that holds the whole key"));
    }

    private static List<String> differences(RelationSchema schema, List<MessageColumn> columns) {
        List<String> problems = new ArrayList<>();
        Set<String> missing = new LinkedHashSet<>();
        schema.columns().forEach(column -> missing.add(column.name()));
        for (MessageColumn column : columns) {
            int index = indexOf(schema, column.name());
            if (index < 0) {
                problems.add("new column " + column.name());
            } else if (!missing.remove(column.name())) {
                problems.add("column " + column.name() + " twice");
            } else if (schema.columns().get(index).typeOid() != column.typeOid()) {
                problems.add("column " + column.name() + " of another type, oid "
                        + Integer.toUnsignedString(column.typeOid()));
            }
        }
        missing.forEach(name -> problems.add("column " + name + " gone"));
        return problems;
    }

    private static int indexOf(RelationSchema schema, String name) {
        List<Column> columns = schema.columns();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * A column of a Relation message.
     *
     * @param identity whether it is part of the replica identity
     */
    record MessageColumn(String name, int typeOid, boolean identity) {}
}
