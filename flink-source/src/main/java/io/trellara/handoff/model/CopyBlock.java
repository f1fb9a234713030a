package io.trellara.handoff.model;

/**
 * Rows of one chunk in COPY text form: whole lines, UTF-8, tab, {@code \N}, each ended by a newline.
 *
 * @param generation the sink generation (R6)
 * @param lane the lane: all blocks of one chunk share it
 * @param schema the relation's shape; cells are in the order of its columns
 * @param attempt the chunk and attempt, for the count of R4
 * @param boundary the view's boundary
 * @param replace whether rows may already exist at the target: then they are upserted, else inserted as they are
 * @param rows the number of lines
 * @param bytes the lines; only the first {@code length} bytes count; not to be written to once the block is made
 * @param length the number of bytes in use
 */
@SuppressWarnings(
        "ArrayRecordComponent") // a block is never compared or hashed; copying would double the copy path's cost
public record CopyBlock(
        long generation,
        int lane,
        RelationSchema schema,
        ChunkAttempt attempt,
        Position boundary,
        boolean replace,
        int rows,
        byte[] bytes,
        int length)
        implements Block {
    @Override
    public String toString() {
        return "copy " + attempt + " rows=" + rows;
    }
}
