package io.trellara.handoff.proof;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.crypto.spec.SecretKeySpec;

/** A key that signs bundles: Ed25519 in PKCS#8, as {@code openssl genpkey -algorithm ed25519} makes it. */
public final class Signer {
    static final String ALGORITHM = "Ed25519";
    private static final String PRIVATE = "PRIVATE KEY";

    private final PrivateKey key;
    private final PublicKey publicKey;

    private Signer(PrivateKey key, PublicKey publicKey) {
        this.key = key;
        this.publicKey = publicKey;
    }

    /** Reads the PEM file. The key never appears in a message. */
    public static Signer read(Path file) {
        try {
            byte[] encoded = Pem.read(file, PRIVATE);
            PrivateKey key = KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            Signer signer = new Signer(key, publicOf(key));
            byte[] probe = "a proof".getBytes(StandardCharsets.UTF_8);
            if (!SignatureCheck.valid(signer.publicKey, probe, signer.sign(probe))) {
                throw new InvalidKeyException();
            }
            return signer;
        } catch (GeneralSecurityException noKey) {
            throw Pem.unreadable(file, "an Ed25519 private key in PKCS#8");
        }
    }

    /** Java keeps the seed of a private key and has no door from it to its public key but that of making pairs. */
    private static PublicKey publicOf(PrivateKey key) throws GeneralSecurityException {
        byte[] seed = key instanceof EdECPrivateKey edwards ? edwards.getBytes().orElse(new byte[0]) : new byte[0];
        if (seed.length != 32) {
            throw new InvalidKeyException();
        }
        KeyPairGenerator pairs = KeyPairGenerator.getInstance(ALGORITHM);
        pairs.initialize(NamedParameterSpec.ED25519, new Seed(seed));
        return pairs.generateKeyPair().getPublic();
    }

    /** Hands out one seed. */
    private static final class Seed extends SecureRandom {
        private static final long serialVersionUID = 1;
        private final byte[] seed;

        private Seed(byte[] seed) {
            this.seed = seed.clone();
        }

        @Override
        public void nextBytes(byte[] bytes) {
            System.arraycopy(seed, 0, bytes, 0, bytes.length);
        }
    }

    byte[] sign(byte[] text) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(key);
            signature.update(text);
            return signature.sign();
        } catch (GeneralSecurityException impossible) {
            throw HandoffException.bug("a signature", impossible.getClass().getName(), "a key that has signed before");
        }
    }

    /** The public key as a PEM file. */
    String publicPem() {
        return Pem.text("PUBLIC KEY", publicKey.getEncoded());
    }

    /** A secret that only this key's owner has, always the same. */
    SecretKeySpec secret() {
        byte[] label = "trellara handoff key bounds\n".getBytes(StandardCharsets.UTF_8);
        byte[] own = key.getEncoded();
        byte[] all = new byte[label.length + own.length];
        System.arraycopy(label, 0, all, 0, label.length);
        System.arraycopy(own, 0, all, label.length, own.length);
        return new SecretKeySpec(Sha256.bytesOf(all), "HmacSHA256");
    }

    /** PEM files. */
    static final class Pem {
        private Pem() {}

        static byte[] read(Path file, String type) {
            try {
                return decode(Files.readString(file), type, file);
            } catch (IOException unreadable) {
                throw unreadable(file, "a readable file");
            }
        }

        private static byte[] decode(String text, String type, Path file) {
            String begin = "-----BEGIN " + type + "-----";
            String end = "-----END " + type + "-----";
            int from = text.indexOf(begin);
            int to = text.indexOf(end);
            if (from < 0 || to < from) {
                throw unreadable(file, "PEM with " + begin);
            }
            try {
                return Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
            } catch (IllegalArgumentException noBase64) {
                throw unreadable(file, "PEM with " + begin);
            }
        }

        static String text(String type, byte[] encoded) {
            String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
            return "-----BEGIN " + type + "-----\n" + lines + "\n-----END " + type + "-----\n";
        }

        static HandoffException unreadable(Path file, String required) {
            return new HandoffException(new Finding(
                    ErrorCode.PROOF_FILE,
                    "key " + file,
                    Files.exists(file) ? "a file of another kind" : "no such file",
                    required,
                    "openssl genpkey -algorithm ed25519 makes a private key, openssl pkey -pubout its public one"));
        }
    }
}
