package io.trellara.handoff.harness;

/** Moments of a run that are too narrow to be hit from outside, each told by the evidence write that passes it. */
public enum FaultPoint {
    /** The slot exists, and with it the first view; its boundary is not recorded. */
    BEFORE_BOUNDARY(
            "trellara.snapshot_runs",
            "UPDATE",
            0,
            "NEW.consistent_lsn IS NOT NULL AND OLD.consistent_lsn IS NULL",
            "true"),
    /** The boundary is recorded; the plan that was made in the first view is not. */
    BEFORE_PLAN("trellara.snapshot_chunks", "INSERT", 0, "true", "true"),
    /**
     * Chunks are claimed and under way while others are durable. The pause makes the evidence store slow enough for a
     * checkpoint to complete in mid-copy, however small the tables.
     */
    MID_COPY(
            "trellara.snapshot_chunks",
            "UPDATE",
            0.02,
            "NEW.state = 'claimed' AND OLD.state <> 'claimed'",
            "(SELECT count(*) FROM trellara.snapshot_chunks WHERE state = 'copied') >= 2"),
    /** The same, later. */
    LATE_COPY(
            "trellara.snapshot_chunks",
            "UPDATE",
            0.02,
            "NEW.state = 'claimed' AND OLD.state <> 'claimed'",
            "(SELECT count(*) FROM trellara.snapshot_chunks WHERE state = 'copied') >= 25"),
    /** Every chunk is durable and recorded; the handoff is not. */
    BEFORE_HANDOFF_EVENT("trellara.snapshot_handoff_events", "INSERT", 0, "true", "true"),
    /** The handoff is recorded and the stream is released; none of its positions is recorded. */
    BEFORE_FIRST_STREAM_POSITION(
            "trellara.snapshot_runs",
            "UPDATE",
            0,
            "NEW.stream_position IS NOT NULL AND OLD.stream_position IS NULL",
            "true"),
    /** Some changes are durable, more are under way. */
    WHILE_STREAMING(
            "trellara.snapshot_runs",
            "UPDATE",
            0,
            "NEW.stream_position IS DISTINCT FROM OLD.stream_position AND OLD.forwarded_changes > 20",
            "true");

    private final String table;
    private final String event;
    private final double pauseSeconds;
    private final String write;
    private final String moment;

    FaultPoint(String table, String event, double pauseSeconds, String write, String moment) {
        this.table = table;
        this.event = event;
        this.pauseSeconds = pauseSeconds;
        this.write = write;
        this.moment = moment;
    }

    /** A write that is held at this point. */
    HeldWrite.Condition condition() {
        return new HeldWrite.Condition(table, event, pauseSeconds, write, moment);
    }
}
