package io.trellara.handoff.dialect;

import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;

/** A reader's own transaction in a view, kept for all its chunks of a wave. One thread; {@link #abort} from any. */
public interface ViewSession extends AutoCloseable {
    /** Begins reading one chunk; the previous one must be at its end or closed. */
    ChunkReader read(RelationSchema schema, KeyRange range);

    /** Breaks a read that is under way, from another thread. */
    void abort();

    @Override
    void close();
}
