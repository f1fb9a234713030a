package io.trellara.handoff.harness;

/** A job that a test waits for; its text says what it printed and logged last, for messages of failed assertions. */
public interface RunningJob {
    /** Whether it can still come to anything. */
    boolean isAlive();
}
