package io.trellara.handoff.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bundles: the same bytes again, a signature that holds, and archives that were not made by us. */
final class BundleTest {
    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("proof.zip");
    }

    private static Bundle bundle(Optional<Signer> signer) {
        ObjectNode facts = Json.object().put("run", ProofFixture.RUN.toString());
        return ProofBundle.of(new ProofFixture().rows(), facts, List.of(), signer);
    }

    private static List<String> broken(Bundle bundle, Optional<PublicKey> signer) {
        return BundleCheck.judge(bundle, signer).stream()
                .filter(judgement -> !judgement.holds())
                .map(RuleJudgement::rule)
                .toList();
    }

    private Signer signer(String name) throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Files.writeString(
                folder.resolve(name + ".pub"),
                Signer.Pem.text("PUBLIC KEY", pair.getPublic().getEncoded()));
        return Signer.read(Files.writeString(
                folder.resolve(name),
                Signer.Pem.text("PRIVATE KEY", pair.getPrivate().getEncoded())));
    }

    private Optional<PublicKey> publicKey(String name) {
        return Optional.of(SignatureCheck.required(folder.resolve(name + ".pub")));
    }

    @Test
    void isTheSameBytesAgainAndHolds() throws IOException {
        BundleZip.write(file, bundle(Optional.empty()));
        Path again = folder.resolve("again.zip");
        BundleZip.write(again, bundle(Optional.empty()));
        assertThat(Files.readAllBytes(again)).isEqualTo(Files.readAllBytes(file));
        assertThat(broken(BundleZip.read(file), Optional.empty())).isEmpty();
    }

    @Test
    void aSignatureHoldsForItsKeyAndForNoOther() throws Exception {
        Bundle signed = bundle(Optional.of(signer("mine")));
        Signer other = signer("other");
        assertThat(broken(signed, Optional.empty())).isEmpty();
        assertThat(broken(signed, publicKey("mine"))).isEmpty();
        assertThat(broken(signed, publicKey("other"))).containsExactly("signature");
        assertThat(broken(bundle(Optional.of(other)), publicKey("mine"))).containsExactly("signature");
    }

    @Test
    void aSignatureThatIsRequiredCannotBeStripped() throws Exception {
        SortedMap<String, byte[]> files = bundle(Optional.of(signer("mine"))).files();
        files.remove(BundleFile.SIGNATURE);
        assertThat(broken(new Bundle(files), Optional.empty())).containsExactly("signature");
        files.remove(BundleFile.PUBLIC_KEY);
        assertThat(broken(new Bundle(files), Optional.empty())).isEmpty(); // as if it had never been signed
        assertThat(broken(new Bundle(files), publicKey("mine"))).containsExactly("signature");
    }

    @Test
    void whatNoRuleCanTellASignatureTells() throws Exception {
        ProofFixture run = new ProofFixture();
        run.row(EvidenceTable.RUN_CONTROLS, 1).put("requested_by", "somebody else");
        SortedMap<String, byte[]> forged = ProofBundle.of(
                        run.rows(), Json.object().put("run", ProofFixture.RUN.toString()), List.of(), Optional.empty())
                .files();
        assertThat(broken(new Bundle(forged), Optional.empty())).isEmpty();
        SortedMap<String, byte[]> signed = bundle(Optional.of(signer("mine"))).files();
        forged.put(BundleFile.SIGNATURE, signed.get(BundleFile.SIGNATURE));
        forged.put(BundleFile.PUBLIC_KEY, signed.get(BundleFile.PUBLIC_KEY));
        assertThat(broken(new Bundle(forged), publicKey("mine"))).containsExactly("signature");
    }

    @Test
    void aKeyOfAnotherKindIsRefusedWithoutShowingIt() throws Exception {
        KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
        rsa.initialize(2048);
        byte[] encoded = rsa.generateKeyPair().getPrivate().getEncoded();
        Path key = Files.writeString(folder.resolve("rsa"), Signer.Pem.text("PRIVATE KEY", encoded));
        assertThatThrownBy(() -> Signer.read(key)).isInstanceOfSatisfying(HandoffException.class, refused -> {
            assertThat(refused.code()).isEqualTo(ErrorCode.PROOF_FILE);
            assertThat(refused.getMessage())
                    .doesNotContain(Base64.getEncoder().encodeToString(encoded).substring(0, 20));
        });
        assertThatThrownBy(() -> Signer.read(folder.resolve("nowhere"))).hasMessageContaining("no such file");
    }

    @Test
    void aContractsTextIsWhatItsFingerprintIsOf() {
        ProofFixture run = new ProofFixture();
        String text = "relation public.lines\ncolumn id\n";
        for (int line = 1; line <= 3; line++) {
            run.row(EvidenceTable.SNAPSHOT_TABLE_PROGRESS, line).put("schema_fingerprint", Sha256.of(text));
            run.row(EvidenceTable.SNAPSHOT_HANDOFF_EVENTS, line).put("schema_fingerprint", Sha256.of(text));
        }
        Bundle whole = ProofBundle.of(run.rows(), Json.object(), List.of("other", text), Optional.empty());
        assertThat(broken(whole, Optional.empty())).isEmpty();
        SortedMap<String, byte[]> files = whole.files();
        String contracts = new String(files.get(BundleFile.CONTRACTS), StandardCharsets.UTF_8);
        assertThat(contracts).contains("column id");
        files.put(BundleFile.CONTRACTS, BundleFile.bytes(contracts.replace("column id", "column ix")));
        files.put(BundleFile.MANIFEST, BundleFile.bytes(Manifest.of(files).text()));
        assertThat(broken(new Bundle(files), Optional.empty())).containsExactly("contract-texts");
    }

    @Test
    void boundsAreDigestsThatStillMeet() throws Exception {
        KeyBounds digested = new KeyBounds.Digested("a/b/c");
        assertThat(digested.shown("public.t", "[\"17\"]"))
                .doesNotContain("17\"")
                .isEqualTo(digested.shown("public.t", "[\"17\"]"));
        assertThat(digested.shown("public.u", "[\"17\"]")).isNotEqualTo(digested.shown("public.t", "[\"17\"]"));
        KeyBounds keyed = new KeyBounds.Keyed("a/b/c", signer("mine").secret());
        assertThat(keyed.shown("public.t", "[\"17\"]"))
                .isEqualTo(new KeyBounds.Keyed(
                                "a/b/c", Signer.read(folder.resolve("mine")).secret())
                        .shown("public.t", "[\"17\"]"))
                .isNotEqualTo(new KeyBounds.Keyed("a/b/c", signer("other").secret()).shown("public.t", "[\"17\"]"));
    }

    /** Writes an archive whose names and order are the caller's. */
    private void zip(Map<String, byte[]> files) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, byte[]> content : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(content.getKey()));
                zip.write(content.getValue());
                zip.closeEntry();
            }
        }
    }

    private void refused(String observed) {
        refused(observed, BundleZip.MOST_BYTES);
    }

    private void refused(String observed, long mostBytes) {
        assertThatThrownBy(() -> BundleZip.read(file, mostBytes))
                .isInstanceOfSatisfying(
                        HandoffException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.PROOF_REFUSED))
                .hasMessageContaining(observed);
    }

    @Test
    void aNameThatLeadsElsewhereIsRefused() throws IOException {
        for (String name :
                List.of("../manifest.json", "/etc/passwd", "evidence/../../x", "evidence/", "C:\\x", "\u001b[2J")) {
            Map<String, byte[]> files =
                    new LinkedHashMap<>(bundle(Optional.empty()).files());
            files.put(name, new byte[] {1});
            zip(files);
            refused("a file that no bundle has");
        }
    }

    @Test
    void aMissingFileIsNamed() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>(bundle(Optional.empty()).files());
        files.remove(BundleFile.FACTS);
        zip(files);
        refused("no facts.json");
    }

    @Test
    void theSameNameTwiceIsRefused() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>(bundle(Optional.empty()).files());
        files.put("fActs.json", new byte[] {1});
        zip(files);
        byte[] bytes = Files.readAllBytes(file);
        byte[] from = "fActs.json".getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i + from.length < bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + from.length, from, 0, from.length)) {
                bytes[i + 1] = 'a';
            }
        }
        Files.write(file, bytes);
        refused("two files named facts.json");
    }

    @Test
    void whatUnpacksToMoreThanTheLimitIsRefused() throws IOException {
        SortedMap<String, byte[]> files = bundle(Optional.empty()).files();
        files.put(BundleFile.FACTS, new byte[3 << 20]);
        BundleZip.write(file, new Bundle(files));
        assertThat(Files.size(file)).isLessThan(1 << 20);
        refused("more than is left of the limit", 2 << 20);
    }

    @Test
    void everyWayOfCuttingItShortIsRefused() throws IOException {
        BundleZip.write(file, bundle(Optional.empty()));
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length += Math.max(1, whole.length / 97)) {
            Files.write(file, Arrays.copyOf(whole, length));
            refused("");
        }
    }

    @Test
    void everyFlippedByteIsFoundOrChangesNothing() throws IOException {
        BundleZip.write(file, bundle(Optional.empty()));
        SortedMap<String, byte[]> files = BundleZip.read(file).files();
        byte[] whole = Files.readAllBytes(file);
        int found = 0;
        for (int at = 0; at < whole.length; at += 7) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 0x40;
            Files.write(file, flipped);
            found += flipFound(files) ? 1 : 0;
        }
        assertThat(found).isGreaterThan(whole.length / 7 / 2);
    }

    private boolean flipFound(SortedMap<String, byte[]> files) {
        try {
            Bundle read = BundleZip.read(file);
            boolean same = files.entrySet().stream()
                    .allMatch(entry -> Arrays.equals(
                            entry.getValue(), read.content(entry.getKey()).orElseThrow()));
            assertThat(same || !broken(read, Optional.empty()).isEmpty()).isTrue();
            return !same;
        } catch (HandoffException refused) {
            assertThat(refused.code()).isEqualTo(ErrorCode.PROOF_REFUSED);
            return true;
        }
    }

    @Test
    void whatIsNoArchiveIsRefused() throws IOException {
        ByteArrayOutputStream noise = new ByteArrayOutputStream();
        for (int i = 0; i < 5_000; i++) {
            noise.write(i * 31 % 251);
        }
        Files.write(file, noise.toByteArray());
        refused("no zip archive");
        Path nowhere = folder.resolve("nowhere.zip");
        assertThatThrownBy(() -> BundleZip.read(nowhere)).hasMessageContaining("PROOF_FILE");
    }
}
