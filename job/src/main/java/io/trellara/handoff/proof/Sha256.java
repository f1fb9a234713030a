package io.trellara.handoff.proof;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in lower-case hex. Pure. */
final class Sha256 {
    private Sha256() {}

    static String of(byte[] bytes) {
        return HexFormat.of().formatHex(bytesOf(bytes));
    }

    static String of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] bytesOf(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
