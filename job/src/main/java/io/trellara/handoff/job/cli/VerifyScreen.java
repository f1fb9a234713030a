package io.trellara.handoff.job.cli;

import io.trellara.handoff.verify.VerifyListener;
import java.util.Locale;

/** What a verification shows while it is under way: rounds, and on a terminal how far each is. Any thread. */
final class VerifyScreen implements VerifyListener {
    private final Output output;
    private final boolean silent;
    private int round;
    private int tasks;
    private int done;
    private long rows;
    private String waiting = "";

    /** @param silent nothing is shown but notes */
    VerifyScreen(Output output, boolean silent) {
        this.output = output;
        this.silent = silent;
    }

    @Override
    public synchronized void begins(int number, int pieces) {
        round = number;
        tasks = pieces;
        done = 0;
        rows = 0;
        draw();
    }

    @Override
    public synchronized void waits(String what) {
        if (!what.equals(waiting)) {
            waiting = what;
            draw();
        }
    }

    @Override
    public synchronized void notes(String what) {
        if (!silent) {
            output.line(what);
        }
    }

    @Override
    public synchronized void compared(long compared) {
        done++;
        rows += compared;
        waiting = "";
        draw();
    }

    @Override
    public synchronized void ended(int number, int setAside) {
        if (!silent) {
            output.line(String.format(
                    Locale.ROOT,
                    "round %d: rows compared: %,d; %s",
                    number,
                    rows,
                    setAside == 0
                            ? "nothing left to look at again"
                            : String.format(Locale.ROOT, "changed meanwhile, to be looked at again: %,d", setAside)));
        }
    }

    private void draw() {
        if (!silent && output.terminal()) {
            output.progress(String.format(Locale.ROOT, "round %d  %d/%d ranges  %,d rows", round, done, tasks, rows)
                    + (waiting.isEmpty() ? "" : "  waits for " + waiting));
        }
    }
}
