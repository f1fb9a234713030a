package io.trellara.handoff.job.local;

import io.trellara.handoff.error.HandoffException;
import java.util.Properties;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** Flink finds it as a service, and makes the reporter of a job in this process with it. */
public final class LocalReporterFactory implements MetricReporterFactory {
    /** Names the {@link MetricsServer} that it reports to. */
    static final String SERVER = "server";

    @Override
    public MetricReporter createMetricReporter(Properties properties) {
        String server = properties.getProperty(SERVER, "");
        return new LocalReporter(MetricsServer.page(server)
                .orElseThrow(() -> HandoffException.bug("metrics", "no server " + server, "one that is open")));
    }
}
