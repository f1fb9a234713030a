package io.trellara.handoff.migration;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.EvidenceSchema;

/** One of the two sets of tables, with its scripts, its history and the code for a database that is not there. */
enum MigrationSet {
    EVIDENCE("evidence", EvidenceSchema.EVIDENCE_HISTORY, ErrorCode.EVIDENCE_UNREACHABLE),
    SINK("sink", EvidenceSchema.TARGET_HISTORY, ErrorCode.TARGET_UNREACHABLE);

    private final String folder;
    private final String history;
    private final ErrorCode unreachable;

    MigrationSet(String folder, String history, ErrorCode unreachable) {
        this.folder = folder;
        this.history = history;
        this.unreachable = unreachable;
    }

    String location(DatabaseKind kind) {
        return "classpath:io/trellara/handoff/migration/" + kind.text() + "/" + folder;
    }

    String history() {
        return history;
    }

    ErrorCode unreachable() {
        return unreachable;
    }
}
