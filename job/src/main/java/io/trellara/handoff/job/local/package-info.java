/**
 * {@code run --local}: the job on a cluster in this process, started from its newest checkpoint or from the evidence
 * alone, followed through its evidence, and judged by it ({@link io.trellara.handoff.job.local.LocalVerdict}).
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.job.local;
