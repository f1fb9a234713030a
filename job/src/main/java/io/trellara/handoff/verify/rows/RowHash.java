package io.trellara.handoff.verify.rows;

import io.trellara.handoff.sink.types.ColumnPair;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Digests cells in their normal form: SHA-256 over each cell's length and bytes, of which the first 128 bits count. A
 * cell's NULL and a value that the target cannot hold have lengths that no text has. One thread.
 */
final class RowHash {
    private static final int NULL = -1;
    private static final int UNHELD = -2;

    private final MessageDigest digest = sha256();

    static MessageDigest sha256() {
        return algorithm("SHA-256");
    }

    static MessageDigest md5() {
        return algorithm("MD5");
    }

    private static MessageDigest algorithm(String name) {
        try {
            return MessageDigest.getInstance(name);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + name, e);
        }
    }

    void add(ColumnPair pair, boolean source, @Nullable String cell) {
        if (cell == null) {
            length(NULL);
            return;
        }
        Optional<String> normal = source ? pair.formOfSource(cell) : Optional.of(pair.ofTarget(cell));
        length(normal.isPresent() ? 0 : UNHELD);
        byte[] bytes = normal.orElse(cell).getBytes(StandardCharsets.UTF_8);
        length(bytes.length);
        digest.update(bytes);
    }

    private void length(int length) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            digest.update((byte) (length >> shift));
        }
    }

    /** Of all that was added since the last one. */
    KeyDigest take() {
        ByteBuffer bytes = ByteBuffer.wrap(digest.digest());
        return new KeyDigest(bytes.getLong(), bytes.getLong());
    }

    /** A key given in cells of one side. */
    KeyDigest key(List<ColumnPair> pairs, boolean source, List<String> cells) {
        for (int i = 0; i < pairs.size(); i++) {
            add(pairs.get(i), source, cells.get(i));
        }
        return take();
    }
}
