package io.trellara.handoff.dialect;

import io.trellara.handoff.model.RowBuffer;

/** Rows of one chunk in COPY text form, columns in the schema's order. One thread. */
public interface ChunkReader extends AutoCloseable {
    /** Fills the buffer with whole lines until it is full or the chunk ends; false when the chunk has ended. */
    boolean read(RowBuffer into);

    /** Ends the read, early or not; the session stays usable. */
    @Override
    void close();
}
