package io.trellara.handoff.coordinate;

import io.trellara.handoff.metrics.HandoffMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** A group that takes a name once, as Flink's does, and goes on to show what was registered first. */
final class GaugeGroup extends UnregisteredMetricsGroup implements SplitEnumeratorMetricGroup {
    private final Map<String, Gauge<?>> gauges = new HashMap<>();
    final List<String> collisions = new ArrayList<>();

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
        if (gauges.putIfAbsent(name, gauge) != null) {
            collisions.add(name);
        }
        return gauge;
    }

    @Override
    public <G extends Gauge<Long>> G setUnassignedSplitsGauge(G gauge) {
        return gauge;
    }

    /** What whoever looks at the metric sees. */
    long read(HandoffMetrics metric) {
        return (Long)
                Optional.ofNullable(gauges.get(metric.metric())).orElseThrow().getValue();
    }
}
