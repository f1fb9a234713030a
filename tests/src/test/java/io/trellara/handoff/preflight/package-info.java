/** The checks before a run, on real servers. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.preflight;
