/**
 * Benchmarks, started by {@code ./dev bench}; no part of the test suite. Each measures the job, as a user would start
 * it, beside PostgreSQL's own means on the same servers in the same run, since only ratios hold on a shared machine.
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.bench;
