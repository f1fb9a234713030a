package io.trellara.handoff.sim;

/** What a schedule must never come to. An error, so that no handler of production takes it for a failure of its own. */
public final class Violation extends Error {
    private static final long serialVersionUID = 1;

    public Violation(String what) {
        super(what);
    }
}
