package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.metrics.HandoffMetrics;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** The coordinator's gauges; read by the metrics' own threads. */
final class CoordinatorMetrics {
    private CoordinatorMetrics() {}

    static void register(MetricGroup group, CopyPhase copy, ViewKeeper views, LongSupplier generation) {
        gauge(group, HandoffMetrics.CHUNKS_TOTAL, () -> copy.tracker().total());
        gauge(group, HandoffMetrics.CHUNKS_COPIED, () -> copy.tracker().copied());
        gauge(group, HandoffMetrics.WAVES_LOST, copy::wavesLost);
        gauge(group, HandoffMetrics.GENERATION, generation);
        gauge(group, HandoffMetrics.LOCK_WAIT, () -> micros(views, OwnView.Cost::waited));
        gauge(group, HandoffMetrics.LOCK_HELD, () -> micros(views, OwnView.Cost::held));
    }

    private static long micros(ViewKeeper views, Function<OwnView.Cost, Duration> part) {
        return views.lastCost().map(part).map(Duration::toNanos).orElse(0L) / 1000;
    }

    private static void gauge(MetricGroup group, HandoffMetrics metric, LongSupplier value) {
        group.gauge(metric.metric(), (Gauge<Long>) value::getAsLong);
    }
}
