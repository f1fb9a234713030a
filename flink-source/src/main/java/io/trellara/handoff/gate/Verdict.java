package io.trellara.handoff.gate;

/** What the gate says of one streamed change. */
public enum Verdict {
    /** No view holds it: the stream carries it. */
    FORWARD,
    /** A view holds it, yet it passes, because an earlier attempt may have left something behind (R5). */
    REPLAY,
    /** The copy holds it or will hold it. */
    SUPPRESS;

    /** Whether the change is emitted. */
    public boolean passes() {
        return this != SUPPRESS;
    }
}
