package io.trellara.handoff.dialect;

import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Position;
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

    void truncate(List<RelationSchema> schemas, boolean cascade, boolean restartIdentity);

    /** The transaction ends; everything that {@code end} covers has been handed out. */
    void commit(Position end);

    /** Outside a transaction: the server has sent all that {@code end} covers. */
    void idle(Position end);
}
