package io.trellara.handoff.harness;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Keeps every change with its transaction, and what it does to rows of two columns, named by table and key. */
public final class LoggedChanges implements ChangeHandler {
    private static final long LIMIT_NANOS = 60_000_000_000L;

    private final List<Change> changes = new ArrayList<>();
    private Commit open = Commit.NONE;
    private @Nullable Position reached;

    /** One change of a transaction; {@code line} tells all of it but its effect. */
    private record Change(Commit commit, String line, Consumer<Map<String, String>> effect) {
        @Override
        public String toString() {
            return commit + " " + line;
        }
    }

    /** Polls until the stream has handed out all below {@code end}. */
    public LoggedChanges upTo(ChangeStream stream, Position end) {
        long start = System.nanoTime();
        while (reached == null || !reached.covers(end)) {
            if (System.nanoTime() - start > LIMIT_NANOS) {
                throw new AssertionError("the stream stops at " + reached + " before " + end);
            }
            stream.poll(this, 1_000);
        }
        return this;
    }

    /** All changes up to there, as text. */
    public List<String> until(Position to) {
        return told(change -> to.covers(change.commit()));
    }

    /** The changes that {@code to} covers and {@code from} does not, as text. */
    public List<String> between(Position from, Position to) {
        return told(change -> !from.covers(change.commit()) && to.covers(change.commit()));
    }

    private List<String> told(Predicate<Change> which) {
        return changes.stream().filter(which).map(Change::toString).toList();
    }

    /** Rows with all changes that {@code boundary} covers. */
    public Map<String, String> applied(Map<String, String> rows, Position boundary) {
        Map<String, String> image = new TreeMap<>(rows);
        changes.stream()
                .filter(change -> boundary.covers(change.commit()))
                .forEach(change -> change.effect().accept(image));
        return image;
    }

    @Override
    public boolean paused() {
        return false;
    }

    @Override
    public void begin(Commit commit, long commitMicros, long xid) {
        open = commit;
    }

    @Override
    public void insert(RelationSchema schema, Tuple after) {
        add("insert", schema, after, put(schema, after));
    }

    @Override
    public void update(RelationSchema schema, @Nullable Tuple before, boolean keyOnly, Tuple after) {
        Consumer<Map<String, String>> put = put(schema, after);
        if (before == null || name(schema, before).equals(name(schema, after))) {
            add("update", schema, after, put);
        } else {
            String old = name(schema, before);
            add("move from " + old, schema, after, rows -> {
                rows.remove(old);
                put.accept(rows);
            });
        }
    }

    @Override
    public void delete(RelationSchema schema, Tuple before, boolean keyOnly) {
        String old = name(schema, before);
        changes.add(new Change(open, "delete " + old, rows -> rows.remove(old)));
    }

    @Override
    public void truncate(int events, List<Truncated> relations, boolean cascade, boolean restartIdentity) {
        for (Truncated truncated : relations) {
            String prefix = truncated.schema().relation().name() + " ";
            changes.add(new Change(
                    open, "truncate " + prefix, rows -> rows.keySet().removeIf(name -> name.startsWith(prefix))));
        }
    }

    @Override
    public void passOver(int events) {
        // it is for ordinals only
    }

    @Override
    public void requireSuppressed(Relation relation, HandoffException difference) {
        throw difference;
    }

    @Override
    public void commit(Position end) {
        reached = end;
    }

    @Override
    public void idle(Position end) {
        reached = end;
    }

    private void add(String what, RelationSchema schema, Tuple after, Consumer<Map<String, String>> effect) {
        changes.add(new Change(open, what + " " + name(schema, after) + " = " + cell(after, 1), effect));
    }

    private static Consumer<Map<String, String>> put(RelationSchema schema, Tuple after) {
        String name = name(schema, after);
        String value = cell(after, 1);
        return rows -> rows.put(name, value);
    }

    private static String name(RelationSchema schema, Tuple tuple) {
        return schema.relation().name() + " " + cell(tuple, 0);
    }

    private static String cell(Tuple tuple, int index) {
        return new String(tuple.buffer(), tuple.offset(index), tuple.length(index), StandardCharsets.UTF_8);
    }
}
