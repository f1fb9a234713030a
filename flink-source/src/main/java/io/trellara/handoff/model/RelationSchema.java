package io.trellara.handoff.model;

import java.io.Serializable;
import java.util.List;

/**
 * The shape of a relation under the run's contract (R9): the columns that are copied and streamed, in order, and the
 * key.
 *
 * @param relation the relation
 * @param columns published columns in attribute order; generated columns are not among them
 * @param keyColumns indexes into {@code columns}, in key order; never empty
 * @param fingerprint SHA-256 in hex over the whole contract (design R9), 64 digits
 */
public record RelationSchema(Relation relation, List<Column> columns, List<Integer> keyColumns, String fingerprint)
        implements Serializable {
    public RelationSchema {
        columns = List.copyOf(columns);
        keyColumns = List.copyOf(keyColumns);
        if (keyColumns.isEmpty() || fingerprint.length() != 64) {
            throw new IllegalArgumentException(relation + ": a schema needs a key and a fingerprint");
        }
        for (int index : keyColumns) {
            if (index < 0 || index >= columns.size()) {
                throw new IllegalArgumentException(relation + ": key column " + index + " is not a column");
            }
        }
    }

    /** The first 64 bits of the fingerprint: short enough for a block's header. */
    public long id() {
        return Long.parseUnsignedLong(fingerprint, 0, 16, 16);
    }

    /** Whether the order of this relation's keys is known (design §6), here or by asking the source. */
    public boolean keyOrdered() {
        return keyColumns.stream().allMatch(i -> columns.get(i).order().ordered());
    }

    /** Whether Java alone may compare keys of this relation (design §6). */
    public boolean keyComparable() {
        return keyColumns.stream().allMatch(i -> columns.get(i).order().comparable());
    }

    /** Whether keys have a canonical form; without one the relation is applied in lane 0 (design §10). */
    public boolean keyCanonical() {
        return keyColumns.stream().allMatch(i -> columns.get(i).order().canonical());
    }

    /** The key columns' names, in key order. */
    public List<String> keyNames() {
        return keyColumns.stream().map(i -> columns.get(i).name()).toList();
    }
}
