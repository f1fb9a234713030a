package io.trellara.handoff.harness;

import java.time.Duration;
import java.util.List;

/**
 * How a workload behaves.
 *
 * @param tables what it changes; each transaction changes one to three rows over all of them
 * @param rows loaded rows of each table, numbered from 1
 * @param writers threads
 * @param shortestHold every transaction stays open for at least this long before it commits
 * @param longestHold and at most this long
 * @param seed of all that is drawn
 */
public record WorkloadPlan(
        List<WorkloadTable> tables, long rows, int writers, Duration shortestHold, Duration longestHold, long seed) {
    public WorkloadPlan {
        tables = List.copyOf(tables);
    }

    /** Eight writers whose transactions stay open for up to 200 ms. */
    public static WorkloadPlan eightWriters(List<WorkloadTable> tables, long rows, long seed) {
        return new WorkloadPlan(tables, rows, 8, Duration.ZERO, Duration.ofMillis(200), seed);
    }
}
