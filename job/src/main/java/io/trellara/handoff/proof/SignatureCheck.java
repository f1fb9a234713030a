package io.trellara.handoff.proof;

import io.trellara.handoff.proof.ProofRule.Found;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;

/** Judges a bundle's signature. A key inside the bundle proves nothing of who has signed: a forger has one as well. */
final class SignatureCheck {
    static final String RULE = "signature";
    static final String SAYS =
            "The manifest is signed by the key that is required, or, where none is, by the one enclosed.";
    private static final String PUBLIC = "PUBLIC KEY";

    private SignatureCheck() {}

    /** Reads a public key that the user requires. */
    static PublicKey required(Path file) {
        return key(Signer.Pem.read(file, PUBLIC))
                .orElseThrow(() -> Signer.Pem.unreadable(file, "an Ed25519 public key in PEM"));
    }

    static void check(Bundle bundle, Optional<PublicKey> required, Found found) {
        Optional<byte[]> signature = bundle.content(BundleFile.SIGNATURE).flatMap(SignatureCheck::base64);
        boolean present = bundle.content(BundleFile.SIGNATURE).isPresent()
                || bundle.content(BundleFile.PUBLIC_KEY).isPresent();
        if (!present && required.isEmpty()) {
            return;
        }
        Optional<PublicKey> enclosed = bundle.content(BundleFile.PUBLIC_KEY).flatMap(SignatureCheck::enclosed);
        Named<String> file = new Named<>(BundleFile.SIGNATURE, BundleFile.SIGNATURE);
        if (signature.isEmpty() || enclosed.isEmpty()) {
            found.require(false, file, "no signature, or no public key beside it", "both files");
            return;
        }
        boolean whose = required.isEmpty()
                || java.security.MessageDigest.isEqual(
                        required.get().getEncoded(), enclosed.get().getEncoded());
        found.require(whose, file, "a signature by another key", "one by the key that is required");
        byte[] manifest = bundle.content(BundleFile.MANIFEST).orElse(new byte[0]);
        found.require(
                valid(required.orElse(enclosed.get()), manifest, signature.get()),
                file,
                "a signature that does not fit the manifest",
                "the signature over its bytes");
    }

    static boolean valid(PublicKey key, byte[] text, byte[] signature) {
        try {
            Signature check = Signature.getInstance(Signer.ALGORITHM);
            check.initVerify(key);
            check.update(text);
            return check.verify(signature);
        } catch (GeneralSecurityException noSignature) {
            return false;
        }
    }

    private static Optional<PublicKey> enclosed(byte[] pem) {
        String text = new String(pem, StandardCharsets.UTF_8);
        String begin = "-----BEGIN " + PUBLIC + "-----";
        int from = text.indexOf(begin);
        int to = text.indexOf("-----END " + PUBLIC);
        return from < 0 || to < from
                ? Optional.empty()
                : base64(text.substring(from + begin.length(), to).getBytes(StandardCharsets.UTF_8))
                        .flatMap(SignatureCheck::key);
    }

    private static Optional<PublicKey> key(byte[] encoded) {
        try {
            return Optional.of(
                    KeyFactory.getInstance(Signer.ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded)));
        } catch (GeneralSecurityException noKey) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> base64(byte[] text) {
        try {
            return Optional.of(Base64.getMimeDecoder().decode(text));
        } catch (IllegalArgumentException noBase64) {
            return Optional.empty();
        }
    }
}
