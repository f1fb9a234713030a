package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes every call down as one line. */
final class RecordedChanges implements ChangeHandler {
    private final List<String> lines = new ArrayList<>();
    private long begun;
    private int passedOver;

    List<String> lines() {
        return lines;
    }

    /** Row events that were not handed out. */
    int passedOver() {
        return passedOver;
    }

    @Override
    public boolean paused() {
        return false;
    }

    @Override
    public void begin(Commit commit, long commitMicros, long xid) {
        begun = commit.place();
        lines.add("begin " + begun + " " + commitMicros + " " + xid);
    }

    @Override
    public void insert(RelationSchema schema, Tuple after) {
        lines.add("insert " + schema.relation() + " " + text(after));
    }

    @Override
    public void update(RelationSchema schema, @Nullable Tuple before, boolean keyOnly, Tuple after) {
        String old = before == null ? "" : (keyOnly ? " key " : " old ") + text(before);
        lines.add("update " + schema.relation() + old + " to " + text(after));
    }

    @Override
    public void delete(RelationSchema schema, Tuple before, boolean keyOnly) {
        lines.add("delete " + schema.relation() + (keyOnly ? " key " : " old ") + text(before));
    }

    @Override
    public void truncate(int events, List<Truncated> relations, boolean cascade, boolean restartIdentity) {
        lines.add(
                "truncate " + relations.stream().map(t -> t.schema().relation()).toList() + (cascade ? " cascade" : "")
                        + (restartIdentity ? " restart" : ""));
    }

    @Override
    public void passOver(int events) {
        passedOver += events;
    }

    @Override
    public void requireSuppressed(Relation relation, HandoffException difference) {
        throw difference;
    }

    @Override
    public void commit(Position end) {
        lines.add("commit " + begun + " " + Lsn.of(end).value());
    }

    @Override
    public void idle(Position end) {
        lines.add("idle " + Lsn.of(end).value());
    }

    /** Cells as {@code [a, null, unchanged]}. */
    static String text(Tuple tuple) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < tuple.size(); i++) {
            cells.add(
                    switch (tuple.kind(i)) {
                        case Tuple.NULL -> "null";
                        case Tuple.UNCHANGED -> "unchanged";
                        default ->
                            "'"
                                    + new String(
                                            tuple.buffer(), tuple.offset(i), tuple.length(i), StandardCharsets.UTF_8)
                                    + "'";
                    });
        }
        return cells.toString();
    }
}
