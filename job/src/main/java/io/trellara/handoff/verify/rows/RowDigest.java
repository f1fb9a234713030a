package io.trellara.handoff.verify.rows;

/**
 * A row in two digests of 128 bits: of its key, and of all its cells, the key's included. Were the second one of the
 * other cells only, two rows that have changed their contents would have the same sums as before.
 */
record RowDigest(KeyDigest key, long high, long low) {}
