package io.trellara.handoff.proof;

import com.fasterxml.jackson.databind.JsonNode;
import io.trellara.handoff.evidence.EvidenceTable;
import io.trellara.handoff.proof.ProofRule.Found;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Judges a bundle: its digests, its signature, and the rules over the rows in it. Pure. */
final class BundleCheck {
    private final Bundle bundle;
    private final List<ProofRow> rows = new ArrayList<>();
    private final List<RowDigests.Line> lines = new ArrayList<>();
    private final List<Named<String>> broken = new ArrayList<>();

    private BundleCheck(Bundle bundle) {
        this.bundle = bundle;
    }

    /** @param signer the only one that may have signed it; empty where anybody, or nobody, may have */
    static List<RuleJudgement> judge(Bundle bundle, Optional<PublicKey> signer) {
        BundleCheck check = new BundleCheck(bundle);
        check.readRows();
        List<RuleJudgement> all = new ArrayList<>();
        all.add(ProofRule.judgement(
                "files-untouched",
                "Every file has the size and the digest that the manifest states, and the digest over all fits.",
                check::files));
        all.add(ProofRule.judgement(
                "rows-untouched", "Every row is the one that was exported, by its own digest.", check::rowDigests));
        all.add(ProofRule.judgement(
                SignatureCheck.RULE, SignatureCheck.SAYS, found -> SignatureCheck.check(bundle, signer, found)));
        all.add(ProofRule.judgement(
                "contract-texts",
                "Each relation's fingerprint is listed, and is the digest of its text where that is given.",
                check::contracts));
        all.add(ProofRule.judgement(
                "rows-are-json", "Every line of a file of rows is a JSON object in its one form.", check::json));
        if (check.broken.isEmpty()) {
            all.addAll(EvidenceRows.judge(check.rows));
        }
        return List.copyOf(all);
    }

    private void readRows() {
        for (EvidenceTable table : EvidenceTable.values()) {
            String name = BundleFile.rowsOf(table);
            List<String> texts = lines(name);
            for (int i = 0; i < texts.size(); i++) {
                lines.add(new RowDigests.Line(name, i + 1, texts.get(i)));
                Optional<JsonNode> row = Json.read(texts.get(i)).filter(JsonNode::isObject);
                ProofRow made = new ProofRow(table, i + 1, row.orElseGet(Json::object));
                rows.add(made);
                if (row.isEmpty() || !Json.write(row.get()).equals(texts.get(i))) {
                    broken.add(new Named<>(made.name(), name));
                }
            }
        }
    }

    /** The lines of a text file; what follows the last line feed is a line of its own, though there should be none. */
    private List<String> lines(String name) {
        List<String> all = new ArrayList<>(List.of(text(name).split("\n", -1)));
        if (all.get(all.size() - 1).isEmpty()) {
            all.remove(all.size() - 1);
        }
        return all;
    }

    private String text(String name) {
        return new String(bundle.content(name).orElse(new byte[0]), StandardCharsets.UTF_8);
    }

    private void json(Found found) {
        broken.forEach(row -> found.require(false, row, "a line that is no object in this form", "one"));
    }

    private void files(Found found) {
        Named<String> own = new Named<>(BundleFile.MANIFEST, BundleFile.MANIFEST);
        Optional<Manifest> read = Manifest.read(text(BundleFile.MANIFEST));
        if (read.isEmpty()) {
            found.require(false, own, "no manifest of format " + Manifest.FORMAT, "one, in its one form");
            return;
        }
        Map<String, Manifest.Entry> present = new TreeMap<>();
        Manifest.of(bundle.files()).files().forEach(entry -> present.put(entry.name(), entry));
        for (Manifest.Entry stated : read.get().files()) {
            Optional<Manifest.Entry> file = Optional.ofNullable(present.remove(stated.name()));
            found.require(
                    file.equals(Optional.of(stated)),
                    new Named<>(stated.name(), stated),
                    file.map(entry -> entry.bytes() + " bytes, SHA-256 " + entry.sha256())
                            .orElse("no such file"),
                    stated.bytes() + " bytes, SHA-256 " + stated.sha256());
        }
        present.keySet()
                .forEach(name -> found.require(false, new Named<>(name, name), "a file that is not listed", "none"));
        found.require(
                read.get().computed().equals(read.get().digest()),
                own,
                "digest over all " + read.get().digest(),
                read.get().computed());
    }

    private void rowDigests(Found found) {
        List<String> names = rows.stream().map(ProofRow::name).toList();
        RowDigests.check(lines, names, text(BundleFile.ROW_DIGESTS), found);
    }

    private void contracts(Found found) {
        Map<String, String> stated = new HashMap<>();
        List<String> texts = lines(BundleFile.CONTRACTS);
        for (int i = 0; i < texts.size(); i++) {
            Named<String> place = new Named<>(BundleFile.CONTRACTS + " line " + (i + 1), texts.get(i));
            JsonNode line = Json.read(texts.get(i)).orElseGet(Json::object);
            JsonNode text = line.path("text");
            String fingerprint = line.path("fingerprint").asText();
            found.require(
                    text.isNull()
                            || (text.isTextual() && Sha256.of(text.textValue()).equals(fingerprint)),
                    place,
                    "a text that the fingerprint is not of",
                    "the text that it is the SHA-256 of, or null");
            stated.put(key(line), fingerprint);
        }
        Set<String> rest = new HashSet<>(stated.keySet());
        for (ProofRow row : rows) {
            if (row.table() == EvidenceTable.SNAPSHOT_TABLE_PROGRESS) {
                String key = key(row.columns());
                rest.remove(key);
                found.require(
                        row.columns().path("schema_fingerprint").asText().equals(stated.get(key)),
                        new Named<>(row.name(), row),
                        "fingerprint "
                                + row.columns().path("schema_fingerprint").asText(),
                        "that of " + BundleFile.CONTRACTS);
            }
        }
        rest.forEach(
                key -> found.require(false, new Named<>(BundleFile.CONTRACTS, key), "a relation of no row", "none"));
    }

    private static String key(JsonNode row) {
        return row.path("run_id").asText() + "\n" + row.path("relation").asText();
    }
}
