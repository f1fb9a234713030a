package io.trellara.handoff.error;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The catalogue. Families: 1 config, 2 preflight, 3 view and chunk, 4 stream, 5 contract, 6 state and evidence, 7 sink,
 * 8 tools, 9 bug. A number is never reused.
 */
public enum ErrorCode {
    CONFIG_INVALID(1001, ErrorKind.CONFIG, "A configuration value is missing or not admissible."),
    CONFIG_UNKNOWN_KEY(1002, ErrorKind.CONFIG, "The configuration holds a key that nothing reads."),
    CONFIG_UNREADABLE(1003, ErrorKind.CONFIG, "The configuration file cannot be read or is not YAML."),
    CONFIG_SECRET_MISSING(1004, ErrorKind.CONFIG, "A ${env:…} or ${file:…} reference has no value."),
    FLINK_CHECKPOINTING_OFF(1101, ErrorKind.CONFIG, "Checkpointing is off; nothing would ever be durable (R4)."),
    FLINK_UNALIGNED(
            1102, ErrorKind.CONFIG, "Checkpoints are unaligned; a completed one would not contain its rows (R4)."),
    FLINK_BATCH_MODE(1103, ErrorKind.CONFIG, "The runtime mode is not streaming; there would be no checkpoints."),
    FLINK_CHECKPOINT_OVERDUE(1104, ErrorKind.TRANSIENT, "No checkpoint completed within the limit."),

    SOURCE_UNREACHABLE(2001, ErrorKind.PRECONDITION, "The source server does not answer."),
    SOURCE_AUTHENTICATION(2002, ErrorKind.PRECONDITION, "The source server refuses the user or password."),
    SOURCE_VERSION_UNSUPPORTED(2003, ErrorKind.PRECONDITION, "The source server's version is not supported."),
    SOURCE_VERSION_DEFECTIVE(
            2004, ErrorKind.PRECONDITION, "The source server's minor release has a known decoding defect."),
    WAL_LEVEL(2010, ErrorKind.PRECONDITION, "wal_level does not carry logical decoding."),
    SLOTS_EXHAUSTED(2011, ErrorKind.PRECONDITION, "There are not enough free replication slots."),
    SENDERS_EXHAUSTED(2012, ErrorKind.PRECONDITION, "There are not enough free WAL senders."),
    REPLICATION_PRIVILEGE(2013, ErrorKind.PRECONDITION, "The user may not use replication."),
    SELECT_PRIVILEGE(2014, ErrorKind.PRECONDITION, "The user may not read a relation."),
    PUBLICATION_MISSING(2015, ErrorKind.PRECONDITION, "The publication does not exist and may not be created."),
    PUBLICATION_INCOMPLETE(2016, ErrorKind.PRECONDITION, "The publication does not cover a relation or an operation."),
    PUBLICATION_FILTERED(2017, ErrorKind.PRECONDITION, "The publication filters rows or columns of a relation."),
    WAL_RETENTION(2018, ErrorKind.PRECONDITION, "The log retained for the copy may exceed its limit."),
    SOURCE_STANDBY(2019, ErrorKind.PRECONDITION, "The source is a standby that cannot serve this run."),
    SOURCE_POOLER(2020, ErrorKind.PRECONDITION, "A connection pooler in transaction mode stands before the source."),
    SLOT_NAME_TAKEN(2021, ErrorKind.PRECONDITION, "A replication slot of that name exists and is not this run's."),
    BINLOG_OFF(2022, ErrorKind.PRECONDITION, "The source writes no binary log, or not what it applies itself."),
    BINLOG_CONTENT(2023, ErrorKind.PRECONDITION, "The binary log does not hold whole rows of every change."),
    BINLOG_FILTERED(2024, ErrorKind.PRECONDITION, "The binary log leaves out a database of the dataset."),
    BINLOG_RETENTION(2025, ErrorKind.PRECONDITION, "The binary log may be purged before it is streamed."),
    GTID_OFF(2026, ErrorKind.PRECONDITION, "The source's transactions do not all have GTIDs."),
    XA_PREPARED(2027, ErrorKind.PRECONDITION, "A prepared XA transaction waits; it blocks every view."),
    SERVER_ID(2028, ErrorKind.PRECONDITION, "The source has no server id; it hands its log out to nobody."),
    LOCK_STARVATION(2029, ErrorKind.PRECONDITION, "A view's table locks may wait for writers without end."),
    PACKET_LIMIT(2030, ErrorKind.PRECONDITION, "Rows may be too large for the source to send."),
    CONNECTION_PLAIN(2031, ErrorKind.PRECONDITION, "The connection to the source is not encrypted."),
    RELATION_MISSING(2101, ErrorKind.PRECONDITION, "A configured relation does not exist."),
    RELATION_KIND(2102, ErrorKind.PRECONDITION, "A relation is of a kind that is not streamed."),
    RELATION_KEYLESS(2103, ErrorKind.PRECONDITION, "A relation has no usable key."),
    REPLICA_IDENTITY(2104, ErrorKind.PRECONDITION, "A relation's replica identity does not cover its key."),
    COLUMN_TYPE(2105, ErrorKind.PRECONDITION, "A column's type cannot be carried."),
    COLUMN_GENERATED(2106, ErrorKind.PRECONDITION, "A generated column is part of the key or cannot be recreated."),
    PARTITION_ROOT(2107, ErrorKind.PRECONDITION, "A partitioned relation is not published through its root."),
    ROW_SECURITY(2108, ErrorKind.PRECONDITION, "Row security hides rows of a relation from the user."),
    RELATION_ENGINE(2109, ErrorKind.PRECONDITION, "A table's storage engine has no consistent snapshot."),
    FOREIGN_KEY_ACTION(
            2110, ErrorKind.PRECONDITION, "A foreign key changes rows of a relation without telling the binary log."),
    TARGET_UNREACHABLE(2201, ErrorKind.PRECONDITION, "The target server does not answer or refuses the user."),
    TARGET_TABLE_MISSING(2202, ErrorKind.PRECONDITION, "A target table is missing and may not be created."),
    TARGET_NOT_EMPTY(2203, ErrorKind.PRECONDITION, "A target table holds rows before the run."),
    TARGET_INCOMPATIBLE(2204, ErrorKind.PRECONDITION, "A target table cannot hold the relation."),
    TARGET_CONSTRAINT(
            2205, ErrorKind.PRECONDITION, "A constraint at the target cannot hold while several lanes apply."),
    TARGET_PRIVILEGE(2206, ErrorKind.PRECONDITION, "The user may not write at the target."),
    TARGET_IS_SOURCE(2207, ErrorKind.PRECONDITION, "Target and source are the same database."),
    TARGET_SETTING(2208, ErrorKind.PRECONDITION, "A setting of the target server stands against the run."),
    EVIDENCE_UNREACHABLE(2301, ErrorKind.PRECONDITION, "The evidence store does not answer or refuses the user."),
    EVIDENCE_SCHEMA_MISSING(2302, ErrorKind.PRECONDITION, "The evidence tables are missing or old."),
    EVIDENCE_SCHEMA_NEWER(2303, ErrorKind.PRECONDITION, "The evidence tables are newer than this program."),

    VIEW_TIMEOUT(3001, ErrorKind.TRANSIENT, "A consistent view did not open within source.view-timeout."),
    VIEW_LOST(3002, ErrorKind.TRANSIENT, "A view's exporting session ended before its chunks were read."),
    VIEW_BELOW_FLOOR(3003, ErrorKind.BUG, "A view's boundary does not cover its wave's floor (R2)."),
    VIEW_NOT_SETTLED(3004, ErrorKind.TRANSIENT, "A view did not settle within source.view-timeout (R12)."),
    RELATION_REWRITTEN(
            3005, ErrorKind.CONTRACT, "A relation was rewritten after the view was opened; it would read as empty."),
    CHUNK_COUNT_MISMATCH(
            3006, ErrorKind.DIVERGENCE, "The sink applied another number of rows than the reader sent (R4)."),
    CHUNK_READ_FAILED(3007, ErrorKind.TRANSIENT, "A chunk could not be read."),
    DDL_WAITING(
            3008,
            ErrorKind.TRANSIENT,
            "A session waits behind the view's locks for longer than source.ddl.wait (R12)."),
    SOURCE_QUERY_FAILED(3009, ErrorKind.TRANSIENT, "The source refused a query or broke off while answering it."),
    SOURCE_LOCK_TIMEOUT(3010, ErrorKind.TRANSIENT, "A lock at the source was not granted within its limit."),
    VIEW_NOT_PINNED(
            3011, ErrorKind.PRECONDITION, "The server opened a transaction without the snapshot that was asked for."),
    VIEW_STARVED(3012, ErrorKind.PRECONDITION, "A view's table locks were not granted within source.view-timeout."),

    STREAM_FAILED(4001, ErrorKind.TRANSIENT, "The change stream broke."),
    SLOT_MISSING(4002, ErrorKind.CONTRACT, "The run's replication slot is gone."),
    SLOT_AHEAD(4003, ErrorKind.CONTRACT, "The slot is ahead of the run's position; changes were skipped (R7)."),
    SLOT_LOST(4004, ErrorKind.CONTRACT, "The slot's log was removed; wal_status is lost."),
    SLOT_FOREIGN(4005, ErrorKind.CONTRACT, "The slot was recreated by somebody else (R8)."),
    SLOT_BUSY(4006, ErrorKind.TRANSIENT, "Another session holds the slot."),
    SOURCE_CHANGED(
            4007, ErrorKind.CONTRACT, "The source is not the run's, or has lost what the run has taken from it (R8)."),
    STREAM_UNKNOWN_MESSAGE(4008, ErrorKind.CONTRACT, "The stream carries a message that is not understood (R10)."),
    STREAM_TRUNCATE(4009, ErrorKind.CONTRACT, "A relation was truncated where that cannot be applied."),
    STREAM_MALFORMED(4010, ErrorKind.BUG, "A message of the stream ends early or contradicts itself."),
    SOURCE_PROMOTED(
            4011,
            ErrorKind.TRANSIENT,
            "The source was promoted or replaced; at its next start the run may follow (R8)."),
    BINLOG_PURGED(4012, ErrorKind.CONTRACT, "The binary log since the run's position was purged."),
    BINLOG_STATEMENT(4013, ErrorKind.CONTRACT, "The binary log tells a change by its statement, not by its rows."),
    BINLOG_ROW_IMAGE(4014, ErrorKind.CONTRACT, "The binary log holds only a part of a changed row."),
    BINLOG_XA(4015, ErrorKind.CONTRACT, "An XA transaction that cannot be followed touches the dataset."),

    SCHEMA_CHANGED(5001, ErrorKind.CONTRACT, "A relation's schema differs from the run's contract (R9)."),
    PUBLICATION_CHANGED(5002, ErrorKind.CONTRACT, "The publication no longer covers a relation (R9)."),
    IDENTITY_CHANGED(5003, ErrorKind.CONTRACT, "A relation's key or replica identity changed (R9)."),
    DIVERGENCE_PROVEN(5004, ErrorKind.DIVERGENCE, "A verification has proven that source and target differ."),

    STATE_MOVE_REFUSED(6001, ErrorKind.BUG, "A state may not follow another."),
    FENCED_OUT(6002, ErrorKind.CONTRACT, "A newer coordinator has taken the run over (R6)."),
    EVIDENCE_CONFLICT(6003, ErrorKind.BUG, "An evidence row is not as expected."),
    EVIDENCE_UNAVAILABLE(6004, ErrorKind.TRANSIENT, "The evidence store does not answer."),
    HANDOFF_BLOCKED(6005, ErrorKind.CONTRACT, "The handoff is not ready; blockers remain."),
    RUN_MISSING(6006, ErrorKind.PRECONDITION, "There is no such run."),
    RUN_HALTED(6007, ErrorKind.CONTRACT, "The run has halted and waits for an operator."),
    RUN_MISMATCH(6008, ErrorKind.CONFIG, "The run's evidence was made under another configuration."),
    STATE_IMPOSSIBLE(6009, ErrorKind.BUG, "Restored state and evidence contradict each other."),
    BOUNDARY_MISSING(6010, ErrorKind.CONTRACT, "Rows were copied but no boundary is recorded (R1)."),
    STATE_VERSION(6011, ErrorKind.PRECONDITION, "A checkpoint was written by a version that this program cannot read."),
    COPY_INCOMPLETE(6012, ErrorKind.CONTRACT, "A relation's chunks are not all copied."),
    EVIDENCE_INCOMPLETE(6013, ErrorKind.CONTRACT, "Evidence rows are missing, or their counts contradict each other."),

    SINK_WRITE_FAILED(7001, ErrorKind.CONTRACT, "The target refuses a write."),
    SINK_TRANSIENT(7002, ErrorKind.TRANSIENT, "The target did not answer during a write."),
    GENERATION_STALE(7003, ErrorKind.CONTRACT, "This sink was replaced; it applies nothing any more (R6)."),
    LEDGER_BEHIND(
            7004,
            ErrorKind.DIVERGENCE,
            "The target's ledger is older than the restored position; the target was rolled back."),
    TARGET_CHANGED(7005, ErrorKind.CONTRACT, "A target table changed under the run."),
    TARGET_VALUE_UNHELD(7006, ErrorKind.CONTRACT, "A value that its column at the target cannot hold."),

    TOOL_INTERRUPTED(8001, ErrorKind.TRANSIENT, "The command was interrupted."),
    DEMO_DIFFERENCE(8002, ErrorKind.DIVERGENCE, "Source and target differ at the end of the demo."),
    EMBEDDED_SERVER(8003, ErrorKind.PRECONDITION, "An embedded server does not start or does not answer."),
    DEMO_JOB_ENDED(8004, ErrorKind.TRANSIENT, "The demo's job ended though nobody stopped it."),
    DEMO_TIMEOUT(
            8005, ErrorKind.TRANSIENT, "A moment that the demo waited for did not come in time, or was over too soon."),
    VERIFY_TOO_EARLY(8006, ErrorKind.PRECONDITION, "The run cannot be verified now; what it waits for is named."),
    VERIFICATION_UNUSABLE(8007, ErrorKind.PRECONDITION, "Nothing can be repaired from a verification's result."),
    COMPARISON_READ_FAILED(8010, ErrorKind.TRANSIENT, "A side could not be read while rows were compared."),
    COMPARISON_SHAPE(8011, ErrorKind.CONTRACT, "A table that is compared lacks columns of the contract."),
    REPORT_FILE(8040, ErrorKind.CONFIG, "A report cannot be written where it is asked for."),
    PROOF_FILE(8030, ErrorKind.CONFIG, "A proof bundle or a key cannot be read or written."),
    PROOF_REFUSED(8031, ErrorKind.CONTRACT, "A proof bundle is damaged, or is none."),

    VERIFY_TARGET_BEHIND(
            8020,
            ErrorKind.TRANSIENT,
            "The target did not reach a verification's view in time: no job, or one that lags."),
    VERIFY_JOB_FAILED(8022, ErrorKind.TRANSIENT, "The Flink job that compares a verification's ranges failed."),
    VERIFY_NO_BASE(8023, ErrorKind.PRECONDITION, "There is no verification that an incremental one could build on."),
    VERIFY_INCONCLUSIVE(
            8021, ErrorKind.TRANSIENT, "A verification found no divergence, but some rows changed in every round."),

    BUG(9001, ErrorKind.BUG, "A state that cannot be.");

    private final int number;
    private final ErrorKind kind;
    private final String meaning;

    ErrorCode(int number, ErrorKind kind, String meaning) {
        this.number = number;
        this.kind = kind;
        this.meaning = meaning;
    }

    public int number() {
        return number;
    }

    public ErrorKind kind() {
        return kind;
    }

    /** One sentence for the generated reference and {@code handoff explain}. */
    public String meaning() {
        return meaning;
    }

    /** {@code HANDOFF-2103 RELATION_KEYLESS}. */
    public String label() {
        return "HANDOFF-" + number + " " + name();
    }

    /**
     * The code that a text names: {@code 4003}, {@code HANDOFF-4003}, {@code SLOT_AHEAD} or {@code HANDOFF-4003
     * SLOT_AHEAD}; empty where it names none.
     */
    public static Optional<ErrorCode> find(String text) {
        String word = text.strip().toUpperCase(Locale.ROOT);
        String number = word.startsWith("HANDOFF-") ? word.substring("HANDOFF-".length()) : word;
        return Arrays.stream(values())
                .filter(code -> code.name().equals(word)
                        || number.equals(String.valueOf(code.number))
                        || word.equals(code.label()))
                .findFirst();
    }
}
