package io.trellara.handoff.job.cli;

import java.io.PrintStream;
import java.util.List;

/**
 * The only door to the console. Results go to standard output, everything about them to standard error. Where standard
 * output is a terminal, a progress line is drawn over itself; else each is a line of its own.
 */
public final class Output {
    private final PrintStream results;
    private final PrintStream notes;
    private final boolean terminal;
    private int drawn;

    public Output(PrintStream results, PrintStream notes, boolean terminal) {
        this.results = results;
        this.notes = notes;
        this.terminal = terminal;
    }

    /** This process's own console; the launcher knows whether it is a terminal, a JVM has no portable way to tell. */
    static Output ofProcess() {
        return new Output(System.out, System.err, Boolean.getBoolean("handoff.terminal"));
    }

    public boolean terminal() {
        return terminal;
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
        if (!terminal) {
            results.println(text);
        } else {
            results.print("\r" + text + " ".repeat(Math.max(0, drawn - text.length())));
            drawn = text.length();
        }
        results.flush();
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
