package io.trellara.handoff.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** One benchmark's result: a table, on the screen and in the page. */
final class Report {
    private final PrintStream screen;
    private final StringBuilder text = new StringBuilder();

    Report(PrintStream screen) {
        this.screen = screen;
    }

    /** A line of the result. */
    void line(String format, Object... values) {
        String line = String.format(Locale.ROOT, format, values);
        screen.println(line);
        text.append(line).append('\n');
    }

    /** A line for whoever watches; no part of the result. */
    void note(String format, Object... values) {
        screen.printf(Locale.ROOT, "  … " + format + "%n", values);
    }

    /** Date, machine, servers and command. */
    void heading(String servers, String command) throws IOException {
        String machine = Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 2))
                .findFirst()
                .orElse(System.getProperty("os.arch"));
        String load = Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0];
        line(
                "%s · %d × %s · Java %s · %s · load at the start %s · `%s`",
                LocalDate.now(ZoneOffset.UTC),
                Runtime.getRuntime().availableProcessors(),
                machine,
                Runtime.version().feature(),
                servers,
                load,
                command);
        line("");
    }

    /** Puts the result into its section of the page, between the section's two marks. */
    void record(Path page, String section) throws IOException {
        String begin = "<!-- " + section + " -->";
        String end = "<!-- end of " + section + " -->";
        String old = Files.readString(page, StandardCharsets.UTF_8);
        int from = old.indexOf(begin);
        int to = old.indexOf(end);
        if (from < 0 || to < from) {
            throw new IllegalStateException(page + " has no section " + section);
        }
        Files.writeString(page, old.substring(0, from + begin.length()) + "\n" + text + old.substring(to));
    }

    void record(Optional<Path> page, String section) throws IOException {
        if (page.isPresent()) {
            record(page.get(), section);
        }
    }

    static <T> double median(List<T> values, ToDoubleFunction<T> of) {
        double[] sorted = values.stream().mapToDouble(of).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    static double percentile(double[] values, double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1L, Math.round(share * sorted.length))];
    }
}
