package io.trellara.handoff.coordinate;

import io.trellara.handoff.metrics.HandoffMetrics;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** The coordinator's gauges; read by the metrics' own threads. */
final class CoordinatorMetrics {
    private CoordinatorMetrics() {}

    static void register(MetricGroup group, CopyPhase copy, LongSupplier generation) {
        gauge(group, HandoffMetrics.CHUNKS_TOTAL, () -> copy.tracker().total());
        gauge(group, HandoffMetrics.CHUNKS_COPIED, () -> copy.tracker().copied());
        gauge(group, HandoffMetrics.WAVES_LOST, copy::wavesLost);
        gauge(group, HandoffMetrics.GENERATION, generation);
    }

    private static void gauge(MetricGroup group, HandoffMetrics metric, LongSupplier value) {
        group.gauge(metric.metric(), (Gauge<Long>) value::getAsLong);
    }
}
