/**
 * The rules of the seam as a simulation: random schedules of writers, readers, the stream, the sink, checkpoints and
 * crashes, over the production classes that carry the rules. Positions are counts of transactions.
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.sim;
