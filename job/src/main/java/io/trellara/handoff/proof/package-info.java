/**
 * Proof of a run: the rules that its evidence must keep, pure and the same for live rows and for those of a bundle; the
 * bundle's files, digests and signature; and what is asked of source, target and Flink beside the evidence. May import
 * the evidence, the doors to source and target, and Jackson; no SQL is here.
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.proof;
