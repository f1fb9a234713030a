/** The readers: chunk fetch and stream fetch on threads of their own, one hand-over to the task thread. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.read;
