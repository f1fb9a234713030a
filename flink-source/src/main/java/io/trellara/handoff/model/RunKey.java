package io.trellara.handoff.model;

import java.io.Serializable;

/**
 * One attempt to hand a dataset off. All evidence is keyed by it.
 *
 * @param sourceId name of the source server, chosen by the operator
 * @param datasetId name of the list of relations handed off together
 * @param runId name of this attempt
 */
public record RunKey(String sourceId, String datasetId, String runId) implements Serializable {
    public RunKey {
        if (!isName(sourceId) || !isName(datasetId) || !isName(runId)) {
            throw new IllegalArgumentException(
                    "a run key needs a source, a dataset and a run id, without spaces around");
        }
    }

    /** A database that pads texts with spaces would take one with spaces behind it for the one without. */
    private static boolean isName(String text) {
        return !text.isBlank() && text.equals(text.strip());
    }

    @Override
    public String toString() {
        return sourceId + "/" + datasetId + "/" + runId;
    }
}
