/** The durable evidence: the nine states, the only table of moves, the records and the store behind them. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.evidence;
