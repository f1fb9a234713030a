package io.trellara.handoff.sim;

/** What a schedule must never come to. */
final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    Violation(String what) {
        super(what);
    }
}
