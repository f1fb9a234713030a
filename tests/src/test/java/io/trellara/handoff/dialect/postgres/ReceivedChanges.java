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
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Writes row changes down as lines, and remembers positions. One thread. */
final class ReceivedChanges implements ChangeHandler {
    private static final long LIMIT_NANOS = 30_000_000_000L;

    final List<String> lines = new ArrayList<>();
    final List<Long> commits = new ArrayList<>();
    final List<Long> commitMicros = new ArrayList<>();
    final List<Long> xids = new ArrayList<>();
    Lsn position = Lsn.ZERO;
    Lsn idle = Lsn.ZERO;
    boolean paused;

    /** Polls until the condition holds; fails after half a minute. */
    ReceivedChanges until(ChangeStream stream, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            stream.poll(this, 1_000);
            if (System.nanoTime() - start > LIMIT_NANOS) {
                throw new AssertionError("not within half a minute; received " + lines.size() + " changes");
            }
        }
        return this;
    }

    /** Polls until so many row changes were received. */
    ReceivedChanges until(ChangeStream stream, int changes) {
        return until(stream, () -> lines.size() >= changes);
    }

    /** Polls until the stream has nothing more below {@code end}. */
    ReceivedChanges untilIdle(ChangeStream stream, Lsn end) {
        return until(stream, () -> position.max(idle).covers(end));
    }

    @Override
    public boolean paused() {
        return paused;
    }

    @Override
    public void begin(Commit commit, long micros, long xid) {
        commits.add(commit.place());
        commitMicros.add(micros);
        xids.add(xid);
    }

    @Override
    public void insert(RelationSchema schema, Tuple after) {
        lines.add("insert " + schema.relation().name() + " " + cells(after));
    }

    @Override
    public void update(RelationSchema schema, @Nullable Tuple before, boolean keyOnly, Tuple after) {
        String old = before == null ? "" : (keyOnly ? "key " : "old ") + cells(before) + " to ";
        lines.add("update " + schema.relation().name() + " " + old + cells(after));
    }

    @Override
    public void delete(RelationSchema schema, Tuple before, boolean keyOnly) {
        lines.add("delete " + schema.relation().name() + (keyOnly ? " key " : " old ") + cells(before));
    }

    @Override
    public void truncate(int events, List<Truncated> relations, boolean cascade, boolean restartIdentity) {
        lines.add("truncate "
                + relations.stream()
                        .map(t -> t.schema().relation().name())
                        .sorted()
                        .toList() + (cascade ? " cascade" : "")
                + (restartIdentity ? " restart" : ""));
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
        position = Lsn.of(end);
    }

    @Override
    public void idle(Position end) {
        idle = Lsn.of(end);
    }

    /** Cells as {@code a|b}; {@code ~} is null, {@code ^} unchanged; long ones by their length. */
    static String cells(Tuple tuple) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < tuple.size(); i++) {
            cells.add(
                    switch (tuple.kind(i)) {
                        case Tuple.NULL -> "~";
                        case Tuple.UNCHANGED -> "^";
                        default ->
                            shortened(new String(
                                    tuple.buffer(), tuple.offset(i), tuple.length(i), StandardCharsets.UTF_8));
                    });
        }
        return String.join("|", cells);
    }

    private static String shortened(String cell) {
        return cell.length() > 200 ? "<" + cell.length() + ">" : cell;
    }
}
