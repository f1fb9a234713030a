package io.trellara.handoff.job.local;

import org.apache.flink.metrics.LogicalScopeProvider;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;

/** Puts what the job registers on a page, under the names that Flink's Prometheus reporter would give it. */
final class LocalReporter implements MetricReporter {
    private final MetricsPage page;

    LocalReporter(MetricsPage page) {
        this.page = page;
    }

    @Override
    public void open(MetricConfig config) {
        // Its server is open already.
    }

    @Override
    public void close() {
        // Its server outlives it.
    }

    @Override
    public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
        String scope = LogicalScopeProvider.castFrom(group).getLogicalScope(text -> text, '_');
        page.add("flink_" + scope + "_" + name, group.getAllVariables(), metric);
    }

    @Override
    public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
        page.remove(metric);
    }
}
