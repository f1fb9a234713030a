package io.trellara.handoff.proof;

import com.fasterxml.jackson.databind.JsonNode;
import io.trellara.handoff.evidence.EvidenceTable;
import java.util.ArrayList;
import java.util.List;

/**
 * A row of the evidence as a JSON object, live or of a bundle.
 *
 * @param line of its file, from 1; 0 for a live row
 */
record ProofRow(EvidenceTable table, int line, JsonNode columns) {
    private static final List<String> NAMING = List.of("run_id", "verification_id", "relation", "chunk", "wave", "id");

    /** Where it is and what it is about: {@code snapshot_chunks.jsonl line 17 (run-1 public.orders 16)}. */
    String name() {
        List<String> about = new ArrayList<>();
        for (String column : NAMING) {
            JsonNode value = columns.path(column);
            boolean partOf = !column.equals("wave") || table == EvidenceTable.SNAPSHOT_WAVES;
            if (value.isValueNode() && !value.isNull() && partOf) {
                about.add(value.asText());
            }
        }
        String place = line == 0 ? table.table() : table.table() + ".jsonl line " + line;
        return place + " (" + String.join(" ", about) + ")";
    }
}
