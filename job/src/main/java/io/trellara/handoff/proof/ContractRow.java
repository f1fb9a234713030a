package io.trellara.handoff.proof;

import io.trellara.handoff.model.Relation;
import java.util.List;

/**
 * The contract in a row of {@code snapshot_table_progress}.
 *
 * @param keyColumns the column of that name
 * @param keyNames the key's columns as the contract's own columns tell them
 */
record ContractRow(Relation relation, String fingerprint, String keyColumns, List<String> keyNames) {
    ContractRow {
        keyNames = List.copyOf(keyNames);
    }
}
