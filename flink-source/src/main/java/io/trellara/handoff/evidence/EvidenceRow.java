package io.trellara.handoff.evidence;

import java.util.List;

/** A row of a table of the evidence with all of its columns, in the order of their names. */
public record EvidenceRow(List<EvidenceCell> cells) {
    public EvidenceRow {
        cells = List.copyOf(cells);
    }
}
