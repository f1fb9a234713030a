package io.trellara.handoff.local;

/** Something to do if this JVM ends before {@link #close}: by Ctrl-C, say. */
public final class EndHook implements AutoCloseable {
    private final Thread thread;

    private EndHook(Thread thread) {
        this.thread = thread;
    }

    /** Runs {@code action} in a thread of this name when the JVM ends, beside all other hooks. */
    public static EndHook on(String name, Runnable action) {
        Thread thread = new Thread(action, name);
        Runtime.getRuntime().addShutdownHook(thread);
        return new EndHook(thread);
    }

    /** Forgets it; without effect when the JVM is ending already, which runs the action itself. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException ending) {
            return;
        }
    }
}
