/**
 * The demo: a shop that never closes, its writers, the comparison of both sides, and the run that is killed twice on
 * the way. Knows the job only by its command line and its evidence tables.
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.demo;
