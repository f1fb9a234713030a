package io.trellara.handoff.emit;

import io.trellara.handoff.model.RelationSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One row as DataStream users see it: a copied row, or a streamed change. Cells are the server's text output (UTC, ISO
 * dates, hex bytea). Positions grow per key: a change's is its commit LSN and its number in the transaction, a copied
 * row's is its view's boundary and -1.
 */
public final class RowChange {
    private final RelationSchema schema;
    private final RowOp op;
    private final @Nullable String[] cells;
    private final boolean[] present;
    private final long commit;
    private final int ordinal;

    /**
     * A change over cells in the schema's column order.
     *
     * @param cells null is SQL NULL, or absent where {@code present} says so
     * @param present which cells the change carries
     */
    RowChange(RelationSchema schema, RowOp op, @Nullable String[] cells, boolean[] present, long commit, int ordinal) {
        this.schema = schema;
        this.op = op;
        this.cells = cells;
        this.present = present;
        this.commit = commit;
        this.ordinal = ordinal;
    }

    public RelationSchema schema() {
        return schema;
    }

    public RowOp op() {
        return op;
    }

    /** The key's cells in key order; empty for TRUNCATE. */
    public List<String> key() {
        if (op == RowOp.TRUNCATE) {
            return List.of();
        }
        return schema.keyColumns().stream()
                .map(i -> Optional.ofNullable(cells[i]).orElseThrow())
                .toList();
    }

    /**
     * Whether the change carries that column: DELETE carries the key only, PARTIAL_UPDATE not its unchanged large
     * columns.
     */
    public boolean has(int column) {
        return present[column];
    }

    /** The cell, or null for SQL NULL; ask {@link #has} first. */
    public @Nullable String cell(int column) {
        if (!present[column]) {
            throw new IllegalArgumentException(
                    "column " + schema.columns().get(column).name() + " is not in this change");
        }
        return cells[column];
    }

    /** Commit LSN as an unsigned number, for ordering. */
    public long commit() {
        return commit;
    }

    /** Number of the change in its transaction, from 0; -1 for a copied row. */
    public int ordinal() {
        return ordinal;
    }

    /** Whether this is later in the log than the given position. */
    public boolean isAfter(long otherCommit, int otherOrdinal) {
        int byCommit = Long.compareUnsigned(commit, otherCommit);
        return byCommit > 0 || (byCommit == 0 && ordinal > otherOrdinal);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RowChange that
                && op == that.op
                && commit == that.commit
                && ordinal == that.ordinal
                && schema.equals(that.schema)
                && Arrays.equals(cells, that.cells)
                && Arrays.equals(present, that.present);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(commit) + 7 * ordinal + schema.relation().hashCode();
    }

    /** No values (R11). */
    @Override
    public String toString() {
        return op + " " + schema.relation() + " at " + Long.toHexString(commit) + "." + ordinal;
    }
}
