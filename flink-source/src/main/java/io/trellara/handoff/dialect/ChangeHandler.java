package io.trellara.handoff.dialect;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes decoded events in log order. Tuples are valid only during the call. */
public interface ChangeHandler {
    /**
     * Whether nothing more may be handed out now: asked before every event; while true {@code poll} returns. So a
     * stream stops at a floor right after a transaction's begin (R2), and behind a truncate.
     */
    boolean paused();

    /** A transaction begins. */
    void begin(Commit commit, long commitMicros, long xid);

    void insert(RelationSchema schema, Tuple after);

    /**
     * @param before the old key ({@code keyOnly}) or the whole old row; absent where the key did not change and the
     *     identity is the key
     */
    void update(RelationSchema schema, @Nullable Tuple before, boolean keyOnly, Tuple after);

    /** @param before the old key ({@code keyOnly}: only identity cells are set) or the whole old row */
    void delete(RelationSchema schema, Tuple before, boolean keyOnly);

    /**
     * Relations are emptied by one statement.
     *
     * @param events of the statement: one for each relation that it names
     * @param relations those of them that the run carries
     */
    void truncate(int events, List<Truncated> relations, boolean cascade, boolean restartIdentity);

    /** A relation that is emptied, and the number of its event within the statement. */
    record Truncated(int event, RelationSchema schema) {}

    /**
     * So many row events go by that are not handed out: of relations that the run does not carry, or of a shape that
     * {@link #requireSuppressed} has allowed. They count, so that an event has the same number whatever the run
     * carries.
     */
    void passOver(int events);

    /**
     * A row event of {@code relation} has another shape than the contract says, which is no fault as long as no change
     * of the relation is taken: throws {@code difference} where this transaction's may be (R9, R10).
     */
    void requireSuppressed(Relation relation, HandoffException difference);

    /** The transaction ends; everything that {@code end} covers has been handed out. */
    void commit(Position end);

    /** Outside a transaction: the server has sent all that {@code end} covers. */
    void idle(Position end);
}
