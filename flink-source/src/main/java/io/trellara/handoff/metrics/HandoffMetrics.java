package io.trellara.handoff.metrics;

/** Every metric: its name in Flink's groups, its unit and meaning. */
public enum HandoffMetrics {
    ROWS_COPIED("rowsCopied", "rows", "Rows that this reader has emitted for chunks, retries included."),
    BYTES_COPIED("bytesCopied", "bytes", "Bytes of those rows in COPY text form."),
    CHANGES_FORWARDED("changesForwarded", "changes", "Streamed changes that the gate let pass (R3)."),
    CHANGES_SUPPRESSED("changesSuppressed", "changes", "Streamed changes that a copied view already holds (R3)."),
    CHANGES_REPLAYED("changesReplayed", "changes", "Forwarded changes that a view held, for retried chunks (R5)."),
    STREAM_LAG_BYTES("streamLagBytes", "bytes", "Log that the source has and this reader has not been handed yet."),
    CHUNKS_TOTAL("chunksTotal", "chunks", "Chunks of the run."),
    CHUNKS_COPIED("chunksCopied", "chunks", "Chunks that are durable at the target (R4)."),
    WAVES_LOST("wavesLost", "waves", "Waves whose view was lost before its chunks were read."),
    GENERATION("generation", "number", "The sink generation raised last (R6)."),
    LOCK_WAIT("lockWaitMicros", "µs", "How long the view opened last has waited for its table locks; MySQL only."),
    LOCK_HELD("lockHeldMicros", "µs", "How long it held them, and writers stood; MySQL only.");

    private final String metric;
    private final String unit;
    private final String meaning;

    HandoffMetrics(String metric, String unit, String meaning) {
        this.metric = metric;
        this.unit = unit;
        this.meaning = meaning;
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
}
