package io.trellara.handoff.dialect;

import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.RelationSchema;
import java.util.Optional;

/** Looks a row up at the source as it is now (R3's key moves with unchanged large columns). One thread. */
public interface RowLookup extends AutoCloseable {
    /**
     * The row's line in COPY text form without newline, columns in the schema's order, after transaction {@code xid}
     * has left the in-progress list of a fresh snapshot; empty where the row is gone.
     */
    Optional<byte[]> find(RelationSchema schema, Key key, long xid);

    @Override
    void close();
}
