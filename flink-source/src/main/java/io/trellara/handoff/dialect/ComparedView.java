package io.trellara.handoff.dialect;

import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;
import java.util.Optional;

/**
 * What a live comparison reads at the source (design §11): an exact view for any number of sessions, and the log behind
 * it. Nothing of the run's own is touched, and nothing is left when it is closed or its process dies. One thread.
 */
public interface ComparedView extends AutoCloseable {
    /** What {@link Dialect#openComparedSession} needs; travels to other processes. */
    ViewTicket ticket();

    /** Where {@link #changes} begins: covered by the boundary of every session. */
    Position from();

    /**
     * Whether all that {@link #from} covers lies in the log before anything that it does not. Then all of a session's
     * boundary lies below the place at which {@link #changes} cover it.
     */
    boolean inLogOrder();

    /**
     * Hands out the log from {@link #from} on; once. Where the view is shared that ends it for new sessions; those that
     * are open stay valid for as long as they like. The stream needs no acknowledgement: what it has handed out is
     * nobody's any more. It cannot be resumed where it breaks.
     *
     * @throws io.trellara.handoff.error.HandoffException VIEW_LOST where the view is gone, BINLOG_PURGED where the log
     *     is, SCHEMA_CHANGED and its kin where a relation is not as {@code contract} says (R9)
     */
    ChangeStream changes(List<RelationSchema> contract);

    /**
     * Somebody who has waited behind the locks of the view's sessions for longer than {@code source.ddl-wait}; empty
     * when nobody does. Then the comparison is given up (R12).
     */
    Optional<String> blockedSession();

    /** Ends the stream too; may be called twice. */
    @Override
    void close();
}
