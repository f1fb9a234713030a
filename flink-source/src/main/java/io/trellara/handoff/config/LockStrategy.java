package io.trellara.handoff.config;

/** How a MySQL source's writers are kept out for the moment in which a view is opened. */
public enum LockStrategy {
    /**
     * {@code LOCK TABLES … READ}: lets writers pass before it while it waits, and so may starve where they always
     * overlap.
     */
    LOCK_TABLES("LOCK TABLES … READ"),
    /** {@code FLUSH TABLES … WITH READ LOCK}: writers queue behind it while it waits; needs RELOAD or FLUSH_TABLES. */
    FLUSH_TABLES("FLUSH TABLES … WITH READ LOCK");

    private final String statement;

    LockStrategy(String statement) {
        this.statement = statement;
    }

    /** The statement's name, for messages. */
    public String statement() {
        return statement;
    }
}
