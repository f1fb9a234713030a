/**
 * What a run is doing, from its evidence alone: the facts ({@link io.trellara.handoff.job.progress.RunFacts}), what it
 * waits for, and the texts and documents made of both. Pure but for reading the evidence.
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.job.progress;
