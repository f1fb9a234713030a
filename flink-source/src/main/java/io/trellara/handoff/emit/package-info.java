/** Builds blocks, assigns lanes, and turns blocks into what the DataStream carries. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.emit;
