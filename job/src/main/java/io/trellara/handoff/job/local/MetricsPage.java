package io.trellara.handoff.job.local;

import io.trellara.handoff.metrics.FlinkMetrics;
import io.trellara.handoff.metrics.HandoffMetrics;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;

/**
 * The metrics of {@link HandoffMetrics} and {@link FlinkMetrics} that the job has registered, in Prometheus' text form.
 * Names, types and labels are those that Flink's own reporter gives them, so that rules and dashboards serve both. Any
 * thread.
 */
final class MetricsPage {
    private static final Map<String, String> MEANINGS = meanings();

    private final Map<Metric, Series> series = new ConcurrentHashMap<>();

    /** A metric's name and where it is from, in braces. */
    private record Series(String name, String labels) {}

    private static Map<String, String> meanings() {
        Map<String, String> meanings = new TreeMap<>();
        for (HandoffMetrics metric : HandoffMetrics.values()) {
            meanings.put(metric.prometheusName(), metric.meaning() + " Unit: " + metric.unit() + ".");
        }
        for (FlinkMetrics metric : FlinkMetrics.values()) {
            meanings.put(metric.prometheusName(), metric.meaning());
        }
        return Map.copyOf(meanings);
    }

    /** Takes a metric up where its name is known. */
    void add(String name, Map<String, String> variables, Metric metric) {
        if (MEANINGS.containsKey(name)) {
            series.put(metric, new Series(name, labels(variables)));
        }
    }

    void remove(Metric metric) {
        series.remove(metric);
    }

    /** Everything as it is now; a gauge that cannot be read at this moment is left out. */
    String text() {
        Map<String, Map<String, String>> byName = new TreeMap<>();
        series.forEach((metric, one) -> {
            String value = value(metric);
            if (!value.isEmpty()) {
                byName.computeIfAbsent(one.name(), name -> new TreeMap<>()).put(one.labels(), value);
            }
        });
        StringBuilder text = new StringBuilder();
        byName.forEach((name, values) -> {
            text.append("# HELP ")
                    .append(name)
                    .append(' ')
                    .append(MEANINGS.get(name))
                    .append('\n');
            text.append("# TYPE ").append(name).append(" gauge\n");
            values.forEach((labels, value) ->
                    text.append(name).append(labels).append(' ').append(value).append('\n'));
        });
        return text.toString();
    }

    private static String value(Metric metric) {
        if (metric instanceof Counter counter) {
            return Long.toString(counter.getCount());
        }
        try {
            return metric instanceof Gauge<?> gauge && gauge.getValue() instanceof Number number ? number(number) : "";
        } catch (RuntimeException unreadable) {
            return "";
        }
    }

    /** As the format has it: Java's own words for what is no finite number would spoil the whole page. */
    private static String number(Number number) {
        if (!(number instanceof Double || number instanceof Float)) {
            return number.toString();
        }
        double value = number.doubleValue();
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        return Double.isNaN(value) ? "NaN" : number.toString();
    }

    /** Flink's variables are written {@code <host>}. */
    private static String labels(Map<String, String> variables) {
        return new TreeMap<>(variables)
                .entrySet().stream()
                        .map(entry -> entry.getKey().replaceAll("[^A-Za-z0-9_]", "") + "=\"" + escaped(entry.getValue())
                                + "\"")
                        .collect(Collectors.joining(",", "{", "}"));
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
