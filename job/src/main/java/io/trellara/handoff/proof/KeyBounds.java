package io.trellara.handoff.proof;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * How a bundle shows the bounds of chunks, which are key values (R11): as they are, or as digests, which still tell
 * whether one chunk ends where the next begins. A plain digest of a key that can be guessed can be found by guessing;
 * one that is keyed cannot.
 */
sealed interface KeyBounds {
    /** The manner's name in a bundle. */
    String name();

    String shown(String relation, String bound);

    /** As they are. */
    record Shown() implements KeyBounds {
        @Override
        public String name() {
            return "shown";
        }

        @Override
        public String shown(String relation, String bound) {
            return bound;
        }
    }

    /**
     * SHA-256 over run, relation and bound, each ended by a line feed.
     *
     * @param run so that bounds of different runs cannot be told to be the same
     */
    record Digested(String run) implements KeyBounds {
        @Override
        public String name() {
            return "sha-256";
        }

        @Override
        public String shown(String relation, String bound) {
            return "sha-256:" + Sha256.of(run + "\n" + relation + "\n" + bound + "\n");
        }
    }

    /** HMAC-SHA-256 over the same, under a key that only the signer has. */
    record Keyed(String run, SecretKeySpec key) implements KeyBounds {
        @Override
        public String name() {
            return "hmac-sha-256";
        }

        @Override
        public String shown(String relation, String bound) {
            try {
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(key);
                byte[] text = (run + "\n" + relation + "\n" + bound + "\n").getBytes(StandardCharsets.UTF_8);
                return "hmac-sha-256:" + HexFormat.of().formatHex(mac.doFinal(text));
            } catch (GeneralSecurityException impossible) {
                throw new IllegalStateException("every Java platform has HMAC-SHA-256", impossible);
            }
        }
    }
}
