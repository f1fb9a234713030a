package io.trellara.handoff.evidence;

/**
 * What keeps a run from {@code stream_handoff_ready}.
 *
 * @param code an {@code ErrorCode}'s label
 * @param object the relation, or the run
 * @param detail what is missing
 * @param recovery what to do
 */
public record Blocker(String code, String object, String detail, String recovery) {}
