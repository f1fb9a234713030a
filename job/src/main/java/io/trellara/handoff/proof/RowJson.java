package io.trellara.handoff.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceCell;
import io.trellara.handoff.evidence.EvidenceRow;
import io.trellara.handoff.evidence.EvidenceTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes JSON objects of rows; key bounds only as they may be shown. Pure. */
final class RowJson {
    private final KeyBounds bounds;

    RowJson(KeyBounds bounds) {
        this.bounds = bounds;
    }

    /** All rows, in the order of the tables and of each table's rows; {@code live}: without lines of a file. */
    List<ProofRow> of(Map<EvidenceTable, List<EvidenceRow>> tables, boolean live) {
        List<ProofRow> all = new ArrayList<>();
        tables.forEach((table, rows) -> {
            int line = 0;
            for (EvidenceRow row : rows) {
                line += live ? 0 : 1;
                all.add(new ProofRow(table, line, of(table, row)));
            }
        });
        return all;
    }

    private ObjectNode of(EvidenceTable table, EvidenceRow row) {
        ObjectNode node = Json.object();
        for (EvidenceCell cell : row.cells()) {
            node.set(cell.column(), value(cell));
        }
        if (table == EvidenceTable.SNAPSHOT_CHUNKS) {
            String relation = node.path("relation").asText();
            hide(node, relation, "lower_key");
            hide(node, relation, "upper_key");
        }
        return node;
    }

    private void hide(ObjectNode node, String relation, String column) {
        if (node.path(column).isTextual()) {
            node.put(column, bounds.shown(relation, node.path(column).textValue()));
        }
    }

    private static JsonNode value(EvidenceCell cell) {
        return switch (cell.kind()) {
            case TEXT, TIME -> JsonNodeFactory.instance.textNode(cell.text());
            case NUMBER -> Json.number(cell.text());
            case FLAG -> JsonNodeFactory.instance.booleanNode(Boolean.parseBoolean(cell.text()));
            case ABSENT -> JsonNodeFactory.instance.nullNode();
            case DOCUMENT ->
                Json.read(cell.text())
                        .orElseThrow(() -> HandoffException.bug(
                                "column " + cell.column(),
                                "a document that is no JSON",
                                "what the database holds as JSON"));
        };
    }
}
