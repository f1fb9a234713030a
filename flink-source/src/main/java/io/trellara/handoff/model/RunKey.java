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
        if (sourceId.isBlank() || datasetId.isBlank() || runId.isBlank()) {
            throw new IllegalArgumentException("a run key needs a source, a dataset and a run id");
        }
    }

    @Override
    public String toString() {
        return sourceId + "/" + datasetId + "/" + runId;
    }
}
