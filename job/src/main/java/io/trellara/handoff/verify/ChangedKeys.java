package io.trellara.handoff.verify;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys that changed at the source behind a view, from its log. Holds values, and never shows them (R11). A relation
 * that was emptied, or of which too many keys changed to remember, has changed as a whole. One thread at a time.
 */
final class ChangedKeys implements ChangeHandler {
    /** About 200 MB where keys are short. */
    private static final int MOST = 1_000_000;

    private final int most;
    private final Map<Relation, Set<Key>> keys = new HashMap<>();
    private final Set<Relation> whole = new HashSet<>();
    private int held;
    private volatile Position reached;

    /** @param from where the log begins */
    ChangedKeys(Position from) {
        this(from, MOST);
    }

    ChangedKeys(Position from, int most) {
        this.reached = from;
        this.most = most;
    }

    /** Everything that this covers has been seen; any thread. */
    Position reached() {
        return reached;
    }

    /** Whether any key of the relation may have changed. */
    boolean all(Relation relation) {
        return whole.contains(relation);
    }

    /** The keys that changed, as the source prints them. */
    Set<Key> of(Relation relation) {
        return keys.getOrDefault(relation, Set.of());
    }

    @Override
    public boolean paused() {
        return false;
    }

    @Override
    public void begin(Commit commit, long commitMicros, long xid) {
        // What matters is which keys come before the end.
    }

    @Override
    public void insert(RelationSchema schema, Tuple after) {
        add(schema, after);
    }

    @Override
    public void update(RelationSchema schema, @Nullable Tuple before, boolean keyOnly, Tuple after) {
        if (before != null) {
            add(schema, before);
        }
        add(schema, after);
    }

    @Override
    public void delete(RelationSchema schema, Tuple before, boolean keyOnly) {
        add(schema, before);
    }

    @Override
    public void truncate(int events, List<Truncated> relations, boolean cascade, boolean restartIdentity) {
        relations.forEach(truncated -> forget(truncated.schema().relation()));
    }

    @Override
    public void passOver(int events) {
        // Of relations that are not compared.
    }

    /** The relation is not what it was when it was read: nothing can be said of it (R9, R10). */
    @Override
    public void requireSuppressed(Relation relation, HandoffException difference) {
        throw difference;
    }

    @Override
    public void commit(Position end) {
        reached = reached.with(end);
    }

    @Override
    public void idle(Position end) {
        reached = reached.with(end);
    }

    private void add(RelationSchema schema, Tuple row) {
        Relation relation = schema.relation();
        if (whole.contains(relation)) {
            return;
        }
        List<String> cells = new ArrayList<>(schema.keyColumns().size());
        for (int column : schema.keyColumns()) {
            cells.add(new String(row.buffer(), row.offset(column), row.length(column), StandardCharsets.UTF_8));
        }
        if (keys.computeIfAbsent(relation, r -> new HashSet<>()).add(new Key(cells)) && ++held > most) {
            forget(relation);
        }
    }

    private void forget(Relation relation) {
        whole.add(relation);
        Set<Key> forgotten = keys.remove(relation);
        held -= forgotten == null ? 0 : forgotten.size();
    }
}
