/** The correctness core, pure: which streamed change is forwarded and which is suppressed (R3), and how far (R2). */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.gate;
