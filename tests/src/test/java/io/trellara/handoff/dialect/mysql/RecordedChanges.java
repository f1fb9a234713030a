package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes down what a stream hands out, as text. One thread. */
final class RecordedChanges implements ChangeHandler {
    final List<String> changes = new ArrayList<>();
    final List<Commit> begun = new ArrayList<>();
    BinlogPosition position;
    boolean paused;
    boolean pausesAtTruncate;
    int passedOver;
    final Set<String> suppressed = new HashSet<>();
    private boolean inTransaction;

    RecordedChanges(BinlogPosition from) {
        position = from;
    }

    @Override
    public boolean paused() {
        return paused;
    }

    @Override
    public void begin(Commit commit, long commitMicros, long xid) {
        if (inTransaction) {
            throw new AssertionError("a transaction inside another");
        }
        inTransaction = true;
        begun.add(commit);
    }

    @Override
    public void insert(RelationSchema schema, Tuple after) {
        note("+", schema, row(after));
    }

    @Override
    public void update(RelationSchema schema, @Nullable Tuple before, boolean keyOnly, Tuple after) {
        if (before == null || keyOnly) {
            throw new AssertionError("an update without a whole old row");
        }
        note("*", schema, row(before) + " -> " + row(after));
    }

    @Override
    public void delete(RelationSchema schema, Tuple before, boolean keyOnly) {
        note("-", schema, row(before));
    }

    @Override
    public void truncate(int events, List<Truncated> relations, boolean cascade, boolean restartIdentity) {
        relations.forEach(truncated -> note("0", truncated.schema(), ""));
        paused = pausesAtTruncate;
    }

    @Override
    public void passOver(int events) {
        passedOver += events;
    }

    @Override
    public void requireSuppressed(Relation relation, HandoffException difference) {
        if (!suppressed.contains(relation.name())) {
            throw difference;
        }
    }

    boolean inTransaction() {
        return inTransaction;
    }

    private void note(String sign, RelationSchema schema, String rows) {
        if (!inTransaction) {
            throw new AssertionError("a change outside a transaction");
        }
        changes.add(sign + " " + schema.relation().name() + (rows.isEmpty() ? "" : " " + rows));
    }

    @Override
    public void commit(Position end) {
        inTransaction = false;
        position = BinlogPosition.of(end);
    }

    @Override
    public void idle(Position end) {
        if (inTransaction) {
            throw new AssertionError("idle inside a transaction");
        }
        position = BinlogPosition.of(end);
    }

    private static String row(Tuple tuple) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < tuple.size(); i++) {
            cells.add(
                    tuple.kind(i) == Tuple.NULL
                            ? "NULL"
                            : new String(tuple.buffer(), tuple.offset(i), tuple.length(i), StandardCharsets.UTF_8));
        }
        return String.join("|", cells);
    }
}
