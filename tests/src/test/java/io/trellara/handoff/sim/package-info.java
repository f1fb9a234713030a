/**
 * The job in seeded schedules: production's coordinator, readers, gate, sink writers and ledger, with only the doors
 * replaced (source, evidence, target, Flink), and every step of every thread taken by a scheduler.
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.sim;
