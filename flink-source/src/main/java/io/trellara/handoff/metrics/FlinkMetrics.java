package io.trellara.handoff.metrics;

/** Metrics of Flink's own that tell of a run, and which alert rules and the dashboard use beside ours. */
public enum FlinkMetrics {
    RESTARTS("jobmanager_job", "numRestarts", "Restarts of the job since it was submitted."),
    CHECKPOINTS_FAILED("jobmanager_job", "numberOfFailedCheckpoints", "Checkpoints that did not complete.");

    private final String logical;
    private final String metric;
    private final String meaning;

    FlinkMetrics(String logical, String metric, String meaning) {
        this.logical = logical;
        this.metric = metric;
        this.meaning = meaning;
    }

    /** The name that Flink's Prometheus reporter gives it. */
    public String prometheusName() {
        return "flink_" + logical + "_" + metric;
    }

    public String meaning() {
        return meaning;
    }
}
