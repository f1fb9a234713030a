package io.trellara.handoff.evidence;

/**
 * The versions of the tables that this program reads and writes. They are created and upgraded by the launcher and the
 * command line only; the coordinator requires exactly these.
 */
public final class EvidenceSchema {
    /** The schema that holds all of Trellara's tables. */
    public static final String NAME = "trellara";

    /** Version of the evidence tables. */
    public static final int EVIDENCE_VERSION = 7;

    /** Version of the sink's tables in the target. */
    public static final int TARGET_VERSION = 1;

    /** Where the evidence tables' migrations are recorded. */
    public static final String EVIDENCE_HISTORY = "evidence_schema_history";

    /** Where the sink tables' migrations are recorded. */
    public static final String TARGET_HISTORY = "target_schema_history";

    private EvidenceSchema() {}
}
