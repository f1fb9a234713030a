package io.trellara.handoff.model;

import java.util.List;

/**
 * Streamed changes of one lane, in log order, packed.
 *
 * <p>Each change is, big-endian: op (1 byte, {@link ChangeOp}'s code), schema index (2 bytes), place of its transaction
 * in the log ({@link Commit#place}, 8), ordinal in its transaction before the gate (4), commit time in microseconds
 * since 1970 (8), length n (4), then n bytes: one line in COPY text form without a newline. INSERT and UPDATE carry all
 * columns; PARTIAL_UPDATE carries all columns, and an unchanged large column is the single byte 0 ({@link #UNCHANGED}),
 * which no PostgreSQL text can hold; DELETE carries the key columns in key order; TRUNCATE carries nothing.
 *
 * @param generation the sink generation (R6)
 * @param lane the lane of every change inside
 * @param schemas the relations that changes refer to by index
 * @param changes the number of changes
 * @param bytes the packed changes; only the first {@code length} bytes count; not to be written to once the block is
 *     made
 * @param length the number of bytes in use
 */
@SuppressWarnings("ArrayRecordComponent") // a block is never compared or hashed
public record ChangeBlock(
        long generation, int lane, List<RelationSchema> schemas, int changes, byte[] bytes, int length)
        implements Block {
    /** A cell that the event left out because the large value did not change. */
    public static final byte UNCHANGED = 0;

    /** Bytes before a change's line. */
    public static final int HEADER = 1 + 2 + 8 + 4 + 8 + 4;

    @Override
    public String toString() {
        return "changes lane=" + lane + " count=" + changes;
    }
}
