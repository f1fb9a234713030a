/**
 * What happens to a run when processes die, freeze or are doubled, and when the world changes under it: real processes,
 * real signals, real servers. A fault that did not fire fails its test.
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.fault;
