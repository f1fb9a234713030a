/** Proofs of real runs, at evidence of both kinds, and what is found when one row of them is edited. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.proof;
