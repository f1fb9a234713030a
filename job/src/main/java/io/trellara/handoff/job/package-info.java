/**
 * The job: one YAML ({@link io.trellara.handoff.job.JobConfig}), the graph
 * ({@link io.trellara.handoff.job.HandoffJob}), and the main class for clusters. It sets no cluster option in code,
 * since managed services refuse that; what Flink must be set to is checked instead
 * ({@link io.trellara.handoff.job.FlinkSettings}).
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.job;
