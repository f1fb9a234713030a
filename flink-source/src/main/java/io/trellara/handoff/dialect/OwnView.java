package io.trellara.handoff.dialect;

import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A view that a reader has opened for itself, where views cannot be shared (MySQL). One thread; abort from any. */
public interface OwnView extends ViewSession {
    /** Its boundary and its session, for the coordinator. */
    ViewTicket ticket();

    /** What its opening has cost the source. */
    Cost cost();

    /**
     * What a reader's own view must be.
     *
     * @param identity the source that the run is bound to: at another one it halts with SOURCE_CHANGED (R8)
     * @param floor the view's boundary must cover it (R2)
     * @param relations the only ones that the view serves
     */
    record Order(String identity, Position floor, List<Relation> relations) {
        public Order {
            relations = List.copyOf(relations);
        }
    }

    /**
     * What opening a view has cost the source.
     *
     * @param waited from the beginning until the locks were held
     * @param held for how long writers stood still
     * @param attempts how many it took to get the locks
     */
    record Cost(Duration waited, Duration held, int attempts) implements Serializable {}

    /** Sees who waits behind open views. One thread; close from any. */
    interface Watch extends AutoCloseable {
        /** A session that has waited behind one of them for longer than {@code source.ddl-wait}; empty when none. */
        Optional<String> blockedSession(Collection<ViewTicket> views);

        @Override
        void close();
    }
}
