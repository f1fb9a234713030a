/** The rules of a proof, bundles of all kinds, and the checks beside the evidence. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.proof;
