/** The evidence store and its tables, on real servers. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.evidence;
