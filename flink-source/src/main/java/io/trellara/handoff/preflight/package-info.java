/** Checks a source and a target before anything is changed, and reports every problem at once. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.preflight;
