package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Applies streamed transactions to a table of two columns, as far as a position covers them. */
final class Replay implements ChangeHandler {
    private static final long LIMIT_MILLIS = 60_000;

    private final Map<String, String> rows;
    private final Deque<Transaction> ahead = new ArrayDeque<>();
    private Transaction open = new Transaction(Commit.NONE, List.of());
    private Lsn seen = Lsn.ZERO;
    private int transactions;

    Replay(Map<String, String> rows) {
        this.rows = new TreeMap<>(rows);
    }

    Map<String, String> rows() {
        return rows;
    }

    int transactions() {
        return transactions;
    }

    /** Applies exactly the transactions that {@code position} covers. */
    void upTo(ChangeStream stream, Position position) {
        Deadline deadline = new Deadline(LIMIT_MILLIS);
        while (!seen.covers(position)) {
            if (deadline.passed()) {
                throw new AssertionError("the stream stops at " + seen + " before " + position);
            }
            stream.poll(this, 1_000);
        }
        while (!ahead.isEmpty() && position.covers(ahead.getFirst().commit())) {
            ahead.removeFirst().changes().forEach(change -> change.accept(rows));
            transactions++;
        }
    }

    @Override
    public boolean paused() {
        return false;
    }

    @Override
    public void begin(Commit commit, long commitMicros, long xid) {
        open = new Transaction(commit, new ArrayList<>());
    }

    @Override
    public void insert(RelationSchema schema, Tuple after) {
        put(after);
    }

    @Override
    public void update(RelationSchema schema, @Nullable Tuple before, boolean keyOnly, Tuple after) {
        if (before != null) {
            String key = cell(before, 0);
            open.changes().add(table -> table.remove(key));
        }
        put(after);
    }

    @Override
    public void delete(RelationSchema schema, Tuple before, boolean keyOnly) {
        String key = cell(before, 0);
        open.changes().add(table -> table.remove(key));
    }

    @Override
    public void truncate(int events, List<Truncated> relations, boolean cascade, boolean restartIdentity) {
        throw new AssertionError("nobody truncates here");
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
        ahead.add(open);
        seen = seen.with(end);
    }

    @Override
    public void idle(Position end) {
        seen = seen.with(end);
    }

    private void put(Tuple after) {
        String key = cell(after, 0);
        String value = cell(after, 1);
        open.changes().add(table -> table.put(key, value));
    }

    private static String cell(Tuple tuple, int index) {
        return new String(tuple.buffer(), tuple.offset(index), tuple.length(index), StandardCharsets.UTF_8);
    }

    private record Transaction(Commit commit, List<Consumer<Map<String, String>>> changes) {}
}
