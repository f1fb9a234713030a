package io.trellara.handoff.error;

/** Whose move it is after an error, and the launcher's exit status for it (design §12, §13). */
public enum ErrorKind {
    /** The configuration is wrong; nothing was touched. */
    CONFIG(2),
    /** Something outside is not as required; nothing was changed. */
    PRECONDITION(3),
    /** Source and contract no longer agree. */
    CONTRACT(4),
    /** Source and target are proven to differ. */
    DIVERGENCE(4),
    /** May pass by itself; retried within a budget. */
    TRANSIENT(5),
    /** A state that cannot be: ours to mend. */
    BUG(1);

    private final int exitCode;

    ErrorKind(int exitCode) {
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
