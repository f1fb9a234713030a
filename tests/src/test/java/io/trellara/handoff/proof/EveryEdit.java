package io.trellara.handoff.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trellara.handoff.evidence.EvidenceTable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * Edits every column of every row of a bundle, one at a time: once plainly, which the row's digest tells by the row's
 * name, and once by a forger, who makes all digests anew, where the rules must find what contradicts other rows.
 */
final class EveryEdit {
    /** By table: columns of which each edit contradicts another row, whatever row it is in. */
    private static final Map<EvidenceTable, Set<String>> CONTRADICTED = Map.of(
            EvidenceTable.SNAPSHOT_RUNS,
            Set.of("run_id", "source_id", "dataset_id", "state", "consistent_lsn", "copied_rows", "slot_name", "kind"),
            EvidenceTable.SNAPSHOT_TABLE_PROGRESS,
            Set.of(
                    "run_id",
                    "relation",
                    "state",
                    "copied_rows",
                    "bytes_copied",
                    "chunks_total",
                    "chunks_copied",
                    "watermark_lsn",
                    "schema_fingerprint",
                    "key_columns"),
            EvidenceTable.SNAPSHOT_CHUNKS,
            Set.of(
                    "run_id",
                    "relation",
                    "chunk",
                    "lower_key",
                    "upper_key",
                    "state",
                    "first_floor",
                    "boundary",
                    "gate",
                    "copied_rows",
                    "bytes"),
            EvidenceTable.SNAPSHOT_HANDOFF_EVENTS,
            Set.of(
                    "run_id",
                    "relation",
                    "watermark_lsn",
                    "copied_rows",
                    "checkpoint_id",
                    "schema_fingerprint",
                    "smallest_boundary",
                    "largest_boundary"),
            EvidenceTable.RUN_TRANSITIONS,
            Set.of("run_id", "from_state", "to_state"),
            EvidenceTable.RUN_CONTROLS,
            Set.of("kind", "relation", "child_run_id"),
            EvidenceTable.VERIFICATION_RUNS,
            Set.of("id", "verdict", "boundary", "compared_rows", "mode", "requested_by", "evidence_sha256", "rounds"),
            EvidenceTable.VERIFICATION_TABLES,
            Set.of("relation", "source_rows", "missing", "source_digest", "form", "chunks", "verification_id"));

    private final Bundle bundle;
    private final List<ProofRow> rows = new ArrayList<>();
    private final List<String> missed = new ArrayList<>();

    EveryEdit(Bundle bundle) {
        this.bundle = bundle;
        for (EvidenceTable table : EvidenceTable.values()) {
            List<String> lines = text(BundleFile.rowsOf(table)).lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                rows.add(new ProofRow(table, i + 1, Json.read(lines.get(i)).orElseThrow()));
            }
        }
    }

    private String text(String name) {
        return new String(bundle.content(name).orElseThrow(), StandardCharsets.UTF_8);
    }

    void isFound() {
        Set<String> tables = new TreeSet<>();
        for (int i = 0; i < rows.size(); i++) {
            ProofRow row = rows.get(i);
            tables.add(row.table().table());
            List<String> columns = new ArrayList<>();
            row.columns().fieldNames().forEachRemaining(columns::add);
            for (String column : columns) {
                List<ProofRow> edited = new ArrayList<>(rows);
                edited.set(i, edited(row, column));
                plain(row, edited, column);
                forged(row, edited, column);
            }
            List<ProofRow> fewer = new ArrayList<>(rows);
            fewer.remove(i);
            removed(row, fewer);
        }
        assertThat(tables).contains("snapshot_chunks", "run_controls", "verification_tables", "snapshot_waves");
        otherFiles();
        assertThat(missed).as("edits that no rule finds").isEmpty();
    }

    private static ProofRow edited(ProofRow row, String column) {
        ObjectNode columns = row.columns().deepCopy();
        columns.set(column, other(column, columns.path(column)));
        return new ProofRow(row.table(), row.line(), columns);
    }

    private static JsonNode other(String column, JsonNode value) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (value.isIntegralNumber()) {
            return nodes.numberNode(value.longValue() + 1);
        }
        if (value.isBoolean()) {
            return nodes.booleanNode(!value.booleanValue());
        }
        if (value.isArray()) {
            return nodes.arrayNode().add(value.size() + 1);
        }
        if (value.isNull()) {
            return nodes.textNode("x");
        }
        String text = value.asText();
        return nodes.textNode(
                column.endsWith("_at") || column.equals("at")
                        ? Instant.parse(text).plus(Duration.ofDays(1)).toString()
                        : otherText(column, text));
    }

    private static String otherText(String column, String text) {
        return switch (column) {
            case "state", "to_state" ->
                text.equals("copied") || text.equals("copying_table") ? "planned" : "copying_table";
            case "from_state" -> text.equals("verified") ? "planned" : "verified";
            case "verdict" -> "diverged";
            case "relation" -> "public.other";
            case "consistent_lsn",
                    "watermark_lsn",
                    "first_floor",
                    "boundary",
                    "gate",
                    "smallest_boundary",
                    "largest_boundary",
                    "floor",
                    "stream_position",
                    "until_position" -> text.indexOf(':') < 0 ? "0/1" : "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5@1/4";
            default -> text + "x";
        };
    }

    /** Somebody opens a file in an editor. */
    private void plain(ProofRow row, List<ProofRow> edited, String column) {
        SortedMap<String, byte[]> files = bundle.files();
        files.put(BundleFile.rowsOf(row.table()), content(edited, row.table()));
        assertThat(named(new Bundle(files)))
                .as("%s.%s", row.name(), column)
                .anyMatch(violation -> violation.rule().equals("rows-untouched")
                        && violation.row().startsWith(row.table().table() + ".jsonl line " + row.line() + " "));
    }

    /** Somebody makes the bundle anew of edited rows. */
    private void forged(ProofRow row, List<ProofRow> edited, String column) {
        if (CONTRADICTED.getOrDefault(row.table(), Set.of()).contains(column)) {
            require(named(again(edited)), "forged " + row.name() + "." + column);
        }
    }

    private void removed(ProofRow row, List<ProofRow> fewer) {
        SortedMap<String, byte[]> files = bundle.files();
        files.put(BundleFile.rowsOf(row.table()), content(fewer, row.table()));
        assertThat(named(new Bundle(files)))
                .as("without %s", row.name())
                .anyMatch(violation -> violation.rule().equals("rows-untouched")
                        && violation.row().contains(row.table().table() + ".jsonl"));
        Set<EvidenceTable> spare = Set.of(
                EvidenceTable.RUN_CONTROLS,
                EvidenceTable.RUN_SAMPLES,
                EvidenceTable.RUN_WAITS,
                EvidenceTable.STREAM_WINDOWS,
                EvidenceTable.STREAM_TOUCHES,
                EvidenceTable.SNAPSHOT_WAVES);
        if (!spare.contains(row.table())) {
            require(named(again(fewer)), "forged without " + row.name());
        }
    }

    private void require(List<Violation> found, String edit) {
        if (found.isEmpty()) {
            missed.add(edit);
        }
    }

    private Bundle again(List<ProofRow> edited) {
        ObjectNode facts = Json.read(text(BundleFile.FACTS)).orElseThrow().deepCopy();
        return ProofBundle.of(edited, facts, List.of(), Optional.empty());
    }

    /** Each line of each file that holds no rows. */
    private void otherFiles() {
        for (String name :
                List.of(BundleFile.FACTS, BundleFile.CONTRACTS, BundleFile.ROW_DIGESTS, BundleFile.MANIFEST)) {
            List<String> lines = text(name).lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                List<String> edited = new ArrayList<>(lines);
                edited.set(i, lines.get(i).replaceFirst("[0-9a-f]", "g"));
                SortedMap<String, byte[]> files = bundle.files();
                files.put(name, BundleFile.bytes(String.join("\n", edited) + "\n"));
                assertThat(named(new Bundle(files)))
                        .as("%s line %s", name, i + 1)
                        .anyMatch(violation -> violation.row().startsWith(name));
            }
        }
    }

    private static byte[] content(List<ProofRow> rows, EvidenceTable table) {
        StringBuilder content = new StringBuilder();
        rows.stream()
                .filter(row -> row.table() == table)
                .forEach(row -> content.append(Json.write(row.columns())).append('\n'));
        return BundleFile.bytes(content.toString());
    }

    private static List<Violation> named(Bundle bundle) {
        return BundleCheck.judge(bundle, Optional.empty()).stream()
                .flatMap(judgement -> judgement.violations().stream())
                .toList();
    }
}
