package io.trellara.handoff.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trellara.handoff.evidence.EvidenceTable;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Makes a bundle of rows. Pure: the same rows, facts and key give the same bytes. */
final class ProofBundle {
    private ProofBundle() {}

    /**
     * The bundle.
     *
     * @param rows in the order of their tables and of their lines
     * @param facts what is known beside the rows
     * @param texts texts that fingerprints may be the digests of
     */
    static Bundle of(List<ProofRow> rows, ObjectNode facts, List<String> texts, Optional<Signer> signer) {
        SortedMap<String, byte[]> files = new TreeMap<>();
        List<RowDigests.Line> lines = new ArrayList<>();
        for (EvidenceTable table : EvidenceTable.values()) {
            StringBuilder content = new StringBuilder();
            String name = BundleFile.rowsOf(table);
            rows.stream().filter(row -> row.table() == table).forEach(row -> {
                String text = Json.write(row.columns());
                lines.add(new RowDigests.Line(name, row.line(), text));
                content.append(text).append('\n');
            });
            files.put(name, BundleFile.bytes(content.toString()));
        }
        files.put(BundleFile.ROW_DIGESTS, BundleFile.bytes(RowDigests.text(lines)));
        files.put(BundleFile.FACTS, BundleFile.bytes(Json.write(facts) + "\n"));
        files.put(BundleFile.CONTRACTS, BundleFile.bytes(contracts(rows, texts)));
        byte[] manifest = BundleFile.bytes(Manifest.of(files).text());
        files.put(BundleFile.MANIFEST, manifest);
        signer.ifPresent(key -> {
            String signature = Base64.getEncoder().encodeToString(key.sign(manifest));
            files.put(BundleFile.SIGNATURE, BundleFile.bytes(signature + "\n"));
            files.put(BundleFile.PUBLIC_KEY, BundleFile.bytes(key.publicPem()));
        });
        return new Bundle(files);
    }

    /** A line for each relation of each run; the text is null where none was told that the fingerprint is of. */
    private static String contracts(List<ProofRow> rows, List<String> texts) {
        Map<String, String> byDigest = new LinkedHashMap<>();
        texts.forEach(text -> byDigest.put(Sha256.of(text), text));
        StringBuilder lines = new StringBuilder();
        rows.stream()
                .filter(row -> row.table() == EvidenceTable.SNAPSHOT_TABLE_PROGRESS)
                .forEach(row -> {
                    String fingerprint =
                            row.columns().path("schema_fingerprint").asText();
                    ObjectNode line = Json.object();
                    line.set("run_id", row.columns().path("run_id"));
                    line.set("relation", row.columns().path("relation"));
                    line.put("fingerprint", fingerprint);
                    line.put("text", byDigest.get(fingerprint));
                    lines.append(Json.write(line)).append('\n');
                });
        return lines.toString();
    }
}
