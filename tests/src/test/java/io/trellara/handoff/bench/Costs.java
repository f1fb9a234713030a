package io.trellara.handoff.bench;

import java.util.List;
import java.util.Locale;

/**
 * Rates and CPU of contenders who have all done the same.
 *
 * @param count what each of them has handled in a round
 * @param unit what that is, in the singular
 * @param digits of microseconds behind the point
 */
record Costs(Report report, long count, String unit, int digits) {
    void note(String contender, Usage usage) {
        report.note("%-12s %s", contender, text(usage));
    }

    private String text(Usage usage) {
        return String.format(
                Locale.ROOT,
                "%.2f s, %.0f %ss/s, CPU µs a %s: source %.2f, target %.2f, client %.2f; %s",
                usage.wall(),
                count / usage.wall(),
                unit,
                unit,
                micros(usage.source()),
                micros(usage.target()),
                micros(usage.client()),
                usage.machine());
    }

    void heading() {
        report.line("| contender | %ss/s | CPU µs a %s: source | target | JVM | all |", unit, unit);
        report.line("|---|---|---|---|---|---|");
    }

    /** The medians of its rounds. */
    void row(String contender, List<Usage> rounds) {
        report.line(
                "| %s | %.0f | %s | %s | %s | %s |",
                contender,
                count / Report.median(rounds, Usage::wall),
                cell(Report.median(rounds, Usage::source)),
                cell(Report.median(rounds, Usage::target)),
                cell(Report.median(rounds, Usage::client)),
                cell(Report.median(rounds, Usage::all)));
    }

    private String cell(double seconds) {
        return String.format(Locale.ROOT, "%." + digits + "f", micros(seconds));
    }

    private double micros(double seconds) {
        return seconds * 1e6 / count;
    }
}
