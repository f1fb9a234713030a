package io.trellara.handoff.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** What the demo prints: lines with the time since the start, and progress that is drawn over itself on a terminal. */
final class DemoScreen {
    private static final Duration PLAIN_PACE = Duration.ofSeconds(5);

    private final PrintStream out;
    private final boolean terminal;
    private final long start = System.nanoTime();
    private long lastPlain;
    private int drawn;

    DemoScreen(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
        this.lastPlain = start;
    }

    /** Something happened. */
    synchronized void event(String text) {
        erase();
        out.printf(Locale.ROOT, "[%5.1f s] %s%n", secondsSinceStart(), text);
        out.flush();
    }

    /** A line without a time. */
    synchronized void line(String text) {
        erase();
        out.println(text);
        out.flush();
    }

    void lines(List<String> texts) {
        texts.forEach(this::line);
    }

    /** How it stands; without a terminal once in five seconds. */
    synchronized void progress(String text) {
        if (terminal) {
            String line = String.format(Locale.ROOT, "[%5.1f s]   %s", secondsSinceStart(), text);
            out.print("\r" + line + " ".repeat(Math.max(0, drawn - line.length())));
            out.flush();
            drawn = line.length();
        } else if (System.nanoTime() - lastPlain > PLAIN_PACE.toNanos()) {
            lastPlain = System.nanoTime();
            event("  " + text);
        }
    }

    double secondsSinceStart() {
        return (System.nanoTime() - start) / 1e9;
    }

    private void erase() {
        if (drawn > 0) {
            out.print("\r" + " ".repeat(drawn) + "\r");
            drawn = 0;
        }
    }
}
