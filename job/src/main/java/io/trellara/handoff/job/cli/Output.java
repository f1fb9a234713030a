package io.trellara.handoff.job.cli;

import java.io.PrintStream;
import java.util.List;

/**
 * The only door to the console. Results go to standard output, everything about them to standard error. Where standard
 * output is a terminal, a progress line is drawn over itself; else each is a line of its own.
 */
public final class Output {
    private static final int NARROWEST = 40;

    private final PrintStream results;
    private final PrintStream notes;
    private final int width;
    private int drawn;

    /** @param width columns of the terminal behind {@code results}; 0 where there is none */
    public Output(PrintStream results, PrintStream notes, int width) {
        this.results = results;
        this.notes = notes;
        this.width = width;
    }

    /** This process's own console; the launcher knows about the terminal, a JVM has no portable way to tell. */
    static Output ofProcess() {
        boolean terminal = Boolean.getBoolean("handoff.terminal");
        return new Output(
                System.out, System.err, terminal ? Math.max(NARROWEST, Integer.getInteger("handoff.columns", 80)) : 0);
    }

    public boolean terminal() {
        return width > 0;
    }

    /** Where results go, for what draws its own lines. */
    PrintStream results() {
        return results;
    }

    /** A line of the result. */
    public synchronized void line(String text) {
        erase();
        results.println(text);
        results.flush();
    }

    /** A line about the result. */
    public synchronized void note(String text) {
        erase();
        notes.println(text);
        notes.flush();
    }

    /** Progress: drawn over the last one on a terminal, a line elsewhere. */
    public synchronized void progress(String text) {
        if (terminal()) {
            drawOver(text.substring(0, Math.min(text.length(), width - 1)));
        } else {
            results.println(text);
        }
        results.flush();
    }

    /** Takes a text that does not wrap: what wraps cannot be drawn over. */
    private void drawOver(String text) {
        results.print("\r" + text + " ".repeat(Math.max(0, drawn - text.length())));
        drawn = text.length();
    }

    /** Lines in columns, each as wide as its widest cell; the first row is the head. */
    public void table(List<List<String>> rows) {
        Columns.of(rows).forEach(this::line);
    }

    private void erase() {
        if (drawn > 0) {
            results.print("\r" + " ".repeat(drawn) + "\r");
            drawn = 0;
        }
    }
}
