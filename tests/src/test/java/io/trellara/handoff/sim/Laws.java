package io.trellara.handoff.sim;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.evidence.RunMoves;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.SimulatedEvidence.Tables;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SimulatedTarget;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What holds after every step. Where a rule is taken away only outcomes count, not the laws that restate the rule. */
final class Laws implements SimulatedTarget.Law {
    private final boolean strict;
    private final Deliveries deliveries = new Deliveries();
    private Supplier<List<Tables>> evidence = List::of;
    private @Nullable SimulatedSource source;
    private @Nullable Position checkpointed;
    private boolean crashed;
    private boolean woven;

    Laws(boolean strict) {
        this.strict = strict;
    }

    /** Whose evidence, and of which source. */
    void over(Supplier<List<Tables>> tables, SimulatedSource of, boolean streamThroughout) {
        evidence = tables;
        source = of;
        woven = streamThroughout;
    }

    private SimulatedSource source() {
        return Objects.requireNonNull(source, "laws over nothing");
    }

    /** A chunk is read in a view of that truth. */
    void read(int relation, KeyRange range, SimulatedOwnView.Image image) {
        deliveries.read(relation, range, image);
    }

    Deliveries deliveries() {
        return deliveries;
    }

    boolean crashed() {
        return crashed;
    }

    /** From here on changes may come twice: something was started again. */
    void crash() {
        crashed = true;
    }

    static void require(boolean holds, Supplier<String> violation) {
        if (!holds) {
            throw new Violation(violation.get());
        }
    }

    /** A checkpoint with this stream position has completed. */
    void checkpointed(Position position) {
        checkpointed = checkpointed == null ? position : checkpointed.with(position);
    }

    /** The slot is told a position. */
    void acknowledged(Position position) {
        Position durable = checkpointed;
        require(
                !strict || (durable != null && durable.covers(position)),
                () -> "the slot is told " + position + ", completed checkpoints hold " + durable);
    }

    /** A reader of the present attempt emits. */
    void emitted(Block block) {
        if (block instanceof ChangeBlock changes) {
            List<Tables> family = evidence.get();
            SimulatedTarget.changes(changes, (relation, key, commit, ordinal) -> {
                deliveries.count(commit, ordinal);
                if (strict) {
                    requireBelowFloors(family, source().streamed.getOrDefault(commit, Commit.at(commit)));
                }
            });
        }
    }

    /** The run's own chunks first; those of a run within it are copied beside the stream, whatever the schedule. */
    private void requireBelowFloors(List<Tables> family, Commit commit) {
        for (int i = 0; i < family.size(); i++) {
            boolean beside = woven || i > 0;
            family.get(i).chunks().values().forEach(chunk -> requireBelowFloor(chunk, commit, beside));
        }
    }

    private static void requireBelowFloor(ChunkRecord chunk, Commit commit, boolean beside) {
        boolean free = chunk.state() == ChunkState.COPIED
                || (beside
                        && chunk.firstFloor().map(floor -> floor.covers(commit)).orElse(true));
        require(free, () -> "a change at " + commit + " is emitted beyond the floor of " + chunk);
    }

    /** The evidence is written. */
    void written(Tables before, Tables after) {
        RunRecord was = before.row();
        RunRecord is = after.row();
        require(mayBecome(was.state(), is.state()), () -> was.state() + " becomes " + is.state());
        require(
                was.consistentLsn().isEmpty() || was.consistentLsn().equals(is.consistentLsn()),
                () -> "the boundary " + was.consistentLsn() + " becomes " + is.consistentLsn());
        require(
                was.streamPosition().isEmpty()
                        || is.streamPosition()
                                .filter(now -> now.covers(was.streamPosition().get()))
                                .isPresent(),
                () -> "the stream's position goes back to " + is.streamPosition());
        require(is.copiedRows() >= was.copiedRows(), () -> "copied rows shrink to " + is.copiedRows());
        require(after.events().containsAll(before.events()), () -> "a handoff event is gone");
        for (Map.Entry<ChunkId, ChunkRecord> chunk : before.chunks().entrySet()) {
            ChunkRecord now = after.chunks().get(chunk.getKey());
            require(now != null && legal(chunk.getValue(), now), () -> chunk.getValue() + " becomes " + now);
        }
    }

    /** With its first claim in a reader's own view a run has a view, and is copied. */
    private static boolean mayBecome(RunState was, RunState is) {
        boolean both = was == RunState.SLOT_CREATED && is == RunState.COPYING_TABLE;
        return both || RunMoves.allowed(was, is);
    }

    private static boolean legal(ChunkRecord was, ChunkRecord is) {
        boolean forward = is.state().compareTo(was.state()) >= 0
                || (was.state() == ChunkState.MEMBER && is.state() == ChunkState.PLANNED);
        boolean durable = was.state() != ChunkState.COPIED || is.equals(was);
        boolean floor = was.attempts() == 0 || is.firstFloor().equals(was.firstFloor());
        boolean gate = was.gate().isEmpty()
                || is.gate().filter(g -> was.gate().get().covers(g)).isPresent();
        boolean exact = is.boundary().isEmpty()
                || (is.boundary().get().covers(is.gate().orElseThrow())
                        && is.boundary().get().covers(is.firstFloor().orElseThrow()));
        return forward && durable && floor && gate && exact && is.attempts() >= was.attempts();
    }

    /**
     * Behind a crash, over a replayed chunk (R5), or where a look-up found the row gone, its own later event decides.
     */
    @Override
    public void lonePartial(String row) {
        int relation = Integer.parseInt(row.substring(1, row.indexOf('.')));
        int key = Integer.parseInt(row.substring(row.indexOf('.') + 1));
        // keys without an order have one gate, the smallest: what a later view holds passes over it again
        boolean replayed = evidence.get().stream()
                .anyMatch(tables -> tables.chunks().values().stream()
                        .filter(c -> c.id().relation().name().equals("t" + relation))
                        .anyMatch(c -> !c.gate().equals(c.boundary()) || !isOrdered(tables, c)));
        require(
                crashed || replayed || source().missed.contains(Dataset.row(relation, key)),
                () -> "a partial update finds no row " + row);
    }

    private static boolean isOrdered(Tables tables, ChunkRecord chunk) {
        RelationSchema schema = tables.schemas().get(chunk.id().relation());
        return schema != null && schema.keyOrdered();
    }

    @Override
    public void doubleInsert(String row) {
        throw new Violation("a first attempt copies row " + row + " onto another");
    }
}
