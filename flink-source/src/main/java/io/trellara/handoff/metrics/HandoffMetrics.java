package io.trellara.handoff.metrics;

/**
 * Every metric: its name in Flink's groups, its unit and meaning. All are gauges or counters of whole numbers; a gauge
 * of which nothing is known is -1.
 */
public enum HandoffMetrics {
    RUN_STATE(
            Scope.COORDINATOR,
            "runState",
            "number",
            "The run's state: 0 planned, 1 slot_created, 2 snapshot_exported, 3 copying_table, 4 copy_complete,"
                    + " 5 stream_handoff_ready, 6 streaming, 7 verified, 8 failed_recoverable."),
    CHUNKS_TOTAL(Scope.COORDINATOR, "chunksTotal", "chunks", "Chunks of the run."),
    CHUNKS_COPIED(Scope.COORDINATOR, "chunksCopied", "chunks", "Chunks that are durable at the target (R4)."),
    ROWS_DURABLE(Scope.COORDINATOR, "rowsDurable", "rows", "Rows of those chunks."),
    ROWS_EXPECTED(
            Scope.COORDINATOR,
            "rowsExpected",
            "rows",
            "Rows of the run, as its durable chunks lead to expect; exact once all are copied."),
    COPY_LEFT(
            Scope.COORDINATOR,
            "copyLeftMillis",
            "ms",
            "Time until all chunks are copied at the last minutes' pace; 0 once they are."),
    WAVES_LOST(Scope.COORDINATOR, "wavesLost", "waves", "Waves whose view was lost before its chunks were read."),
    VIEW_AGE(
            Scope.COORDINATOR,
            "viewAgeMillis",
            "ms",
            "Age of the view, or of the readers' views, that the open wave is read in; 0 without one. The source cleans"
                    + " no rows up that it sees."),
    LOCK_WAIT(
            Scope.COORDINATOR,
            "lockWaitMicros",
            "µs",
            "How long the view opened last has waited for its table locks; MySQL only."),
    LOCK_HELD(Scope.COORDINATOR, "lockHeldMicros", "µs", "How long it held them, and writers stood; MySQL only."),
    GENERATION(Scope.COORDINATOR, "generation", "number", "The sink generation raised last (R6)."),
    CHECKPOINT_AGE(
            Scope.COORDINATOR,
            "checkpointAgeMillis",
            "ms",
            "Time since a checkpoint has completed, or the coordinator started: nothing is durable without one."),
    DURABLE_LAG_BYTES(
            Scope.COORDINATOR,
            "durableLagBytes",
            "bytes",
            "Log between the run's durable position and its end. Before the handoff the position is the boundary."),
    DURABLE_LAG_MILLIS(
            Scope.COORDINATOR,
            "durableLagMillis",
            "ms",
            "For how long at least the source's log has gone beyond the run's durable position."),
    RETAINED_LOG_BYTES(Scope.COORDINATOR, "retainedLogBytes", "bytes", "Log that the source keeps from the run on."),
    RETAINED_LOG_LIMIT_BYTES(
            Scope.COORDINATOR,
            "retainedLogLimitBytes",
            "bytes",
            "Where the source gives the run up, in kept bytes; -1 where it has no such limit."),
    RETAINED_LOG_LIMIT_MILLIS(
            Scope.COORDINATOR,
            "retainedLogLimitMillis",
            "ms",
            "The age at which the source removes its log; -1 where it has no such limit."),
    RETAINED_LOG_LEFT(
            Scope.COORDINATOR,
            "retainedLogLeftMillis",
            "ms",
            "Time until either limit is reached at the last minutes' pace; -1 where there is none or nothing grows."),
    ROWS_COPIED(Scope.READER, "rowsCopied", "rows", "Rows that this reader has emitted for chunks, retries included."),
    BYTES_COPIED(Scope.READER, "bytesCopied", "bytes", "Bytes of those rows in COPY text form."),
    CHANGES_FORWARDED(Scope.READER, "changesForwarded", "changes", "Streamed changes that the gate let pass (R3)."),
    CHANGES_SUPPRESSED(
            Scope.READER, "changesSuppressed", "changes", "Streamed changes that a copied view already holds (R3)."),
    CHANGES_REPLAYED(
            Scope.READER,
            "changesReplayed",
            "changes",
            "Forwarded changes that a view held, for retried chunks (R5), since the stream's Flink state began."),
    STREAM_LAG_BYTES(
            Scope.READER,
            "streamLagBytes",
            "bytes",
            "Log that the source has and this reader has not been handed yet."),
    FLOOR_WAIT(
            Scope.READER,
            "floorWaitMillis",
            "ms",
            "Time that this reader's stream has stood at its floor (R2) with a transaction beyond it, in all."),
    ROWS_APPLIED(Scope.SINK, "rowsApplied", "rows", "Copied rows that this writer was given."),
    CHANGES_APPLIED(Scope.SINK, "changesApplied", "changes", "Changes that this writer was given."),
    FLUSHES(Scope.SINK, "flushes", "transactions", "Transactions that this writer has committed at the target.");

    private final Scope scope;
    private final String metric;
    private final String unit;
    private final String meaning;

    HandoffMetrics(Scope scope, String metric, String unit, String meaning) {
        this.scope = scope;
        this.metric = metric;
        this.unit = unit;
        this.meaning = meaning;
    }

    /** Who has the metric, which is where Flink puts it. */
    public enum Scope {
        /** One for a run, in the JobManager. */
        COORDINATOR("jobmanager_job_operator_coordinator_enumerator"),
        /** One for each parallel reader. */
        READER("taskmanager_job_task_operator"),
        /** One for each parallel writer. */
        SINK("taskmanager_job_task_operator");

        private final String logical;

        Scope(String logical) {
            this.logical = logical;
        }
    }

    public Scope scope() {
        return scope;
    }

    /** The name in the metric group. */
    public String metric() {
        return metric;
    }

    public String unit() {
        return unit;
    }

    public String meaning() {
        return meaning;
    }

    /** The name that Flink's Prometheus reporter gives it. */
    public String prometheusName() {
        return "flink_" + scope.logical + "_" + metric;
    }
}
