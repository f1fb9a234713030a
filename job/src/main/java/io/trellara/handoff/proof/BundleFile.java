package io.trellara.handoff.proof;

import io.trellara.handoff.evidence.EvidenceTable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The names of a bundle's files. */
final class BundleFile {
    /** Digest and size of every other file but itself and the two of a signature. */
    static final String MANIFEST = "manifest.json";

    /** Ed25519 over the bytes of the manifest, in Base64. */
    static final String SIGNATURE = "manifest.sig";

    /** The signer's public key, PEM. */
    static final String PUBLIC_KEY = "public-key.pem";

    /** Source, target, versions, and what is not stated. */
    static final String FACTS = "facts.json";

    /** The fingerprints of relations with the text that each is the digest of. */
    static final String CONTRACTS = "contracts.jsonl";

    /** A line for each row: its SHA-256, and where it is. */
    static final String ROW_DIGESTS = "row-digests.txt";

    private static final String ROWS = "evidence/";
    private static final String LINES = ".jsonl";

    private BundleFile() {}

    static String rowsOf(EvidenceTable table) {
        return ROWS + table.table() + LINES;
    }

    /** The table whose rows are in that file. */
    static Optional<EvidenceTable> table(String name) {
        return Arrays.stream(EvidenceTable.values())
                .filter(table -> rowsOf(table).equals(name))
                .findFirst();
    }

    /** The files that every bundle has. */
    static Set<String> required() {
        Set<String> names = new TreeSet<>(Set.of(MANIFEST, FACTS, CONTRACTS, ROW_DIGESTS));
        for (EvidenceTable table : EvidenceTable.values()) {
            names.add(rowsOf(table));
        }
        return names;
    }

    /** All that a bundle may have. */
    static Set<String> known() {
        Set<String> names = new TreeSet<>(required());
        names.add(SIGNATURE);
        names.add(PUBLIC_KEY);
        return names;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
