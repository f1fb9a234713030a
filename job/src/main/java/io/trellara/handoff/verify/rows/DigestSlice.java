package io.trellara.handoff.verify.rows;

/**
 * The keys whose digests begin alike, cut into buckets by the bits that follow.
 *
 * @param level how many steps of 16 bits are alike
 * @param prefix those bits
 */
record DigestSlice(int level, long prefix) {
    /** The bits of a step. */
    static final int STEP = 16;

    /** Every key. */
    static final DigestSlice ALL = new DigestSlice(0, 0);

    boolean holds(KeyDigest key) {
        return level == 0 || key.high() >>> (Long.SIZE - level * STEP) == prefix;
    }

    int bucket(KeyDigest key) {
        return (int) (key.high() >>> (Long.SIZE - (level + 1) * STEP)) & ((1 << STEP) - 1);
    }

    /** Whether a bucket can be a slice itself. */
    boolean divisible() {
        return (level + 1) * STEP < Long.SIZE;
    }

    DigestSlice inside(int bucket) {
        return new DigestSlice(level + 1, prefix << STEP | bucket);
    }
}
