package io.trellara.handoff.harness;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Whether the long matrix of faults is asked for ({@code ./dev fault all}), with outages of minutes. */
public final class Matrix {
    /** The property that asks for it. */
    public static final String LONG = "handoff.faults.long";

    private Matrix() {}

    public static boolean isLong() {
        return Boolean.getBoolean(LONG);
    }

    /** How long something lasts, in the normal suite and in the long matrix. */
    public static Duration duration(Duration normal, Duration inLong) {
        return isLong() ? inLong : normal;
    }

    /** Lets an outage last; fails where the job ends in it. */
    public static void pass(Duration outage, JobProcess job) {
        long end = System.nanoTime() + outage.toNanos();
        while (System.nanoTime() < end) {
            if (!job.isAlive()) {
                throw new AssertionError("the job has ended in the outage: " + job);
            }
            LockSupport.parkNanos(50_000_000);
        }
    }
}
