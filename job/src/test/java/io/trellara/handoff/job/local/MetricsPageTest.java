package io.trellara.handoff.job.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.metrics.HandoffMetrics;
import java.util.Map;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.SimpleCounter;
import org.junit.jupiter.api.Test;

/** Prometheus' text form, of known metrics only. */
final class MetricsPageTest {
    private static final String ROWS = HandoffMetrics.ROWS_COPIED.prometheusName();

    private final MetricsPage page = new MetricsPage();

    @Test
    void writesEachMetricOnceWithItsMeaningAndEverySeriesOfIt() {
        SimpleCounter first = new SimpleCounter();
        first.inc(7);
        page.add(ROWS, Map.of("<subtask_index>", "0", "<job_name>", "a"), first);
        page.add(ROWS, Map.of("<subtask_index>", "1", "<job_name>", "a"), (Gauge<Long>) () -> -1L);
        assertThat(page.text()).isEqualTo("""
                # HELP %1$s %2$s Unit: rows.
                # TYPE %1$s gauge
                %1$s{job_name="a",subtask_index="0"} 7
                %1$s{job_name="a",subtask_index="1"} -1
                """.formatted(ROWS, HandoffMetrics.ROWS_COPIED.meaning()));
    }

    /** One word that the format does not know, and Prometheus refuses the whole page. */
    @Test
    void writesWhatIsNoFiniteNumberAsTheFormatHasIt() {
        page.add(ROWS, Map.of("<a>", "1"), (Gauge<Double>) () -> Double.POSITIVE_INFINITY);
        page.add(ROWS, Map.of("<a>", "2"), (Gauge<Double>) () -> Double.NEGATIVE_INFINITY);
        page.add(ROWS, Map.of("<a>", "3"), (Gauge<Float>) () -> Float.NaN);
        page.add(ROWS, Map.of("<a>", "4"), (Gauge<Double>) () -> 1.5e300);
        assertThat(page.text().lines().filter(line -> !line.startsWith("#")))
                .containsExactly(
                        ROWS + "{a=\"1\"} +Inf",
                        ROWS + "{a=\"2\"} -Inf",
                        ROWS + "{a=\"3\"} NaN",
                        ROWS + "{a=\"4\"} 1.5E300");
    }

    @Test
    void aValueOfALabelCannotEndItsLine() {
        page.add(ROWS, Map.of("<job_name>", "a\"} 1\n\\"), new SimpleCounter());
        assertThat(page.text()).contains("{job_name=\"a\\\"} 1\\n\\\\\"} 0\n");
    }

    @Test
    void leavesOutWhatIsNotOursWhatIsNoNumberAndWhatIsGone() {
        page.add("flink_jobmanager_Status_JVM_CPU_Load", Map.of(), new SimpleCounter());
        page.add(ROWS, Map.of(), (Gauge<String>) () -> "seven");
        SimpleCounter gone = new SimpleCounter();
        page.add(ROWS, Map.of(), gone);
        page.remove(gone);
        assertThat(page.text()).isEmpty();
    }
}
