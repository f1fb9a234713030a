package io.trellara.handoff.job.local;

/** When {@code run --local} is done. */
public enum Goal {
    /** Never: it streams until it is stopped. */
    NONE,
    /** The handoff is recorded: {@code stream_handoff_ready} or beyond. */
    HANDOFF,
    /** The first streamed position is durable. */
    STREAMING,
    /** What the source had committed when the stream became durable is at the target, durably. */
    CAUGHT_UP
}
