package io.trellara.handoff.dialect;

import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.SourceLog;

/**
 * The source's log as it is now.
 *
 * @param end of what can be streamed
 * @param log how it stands to a run; its age is not known
 */
public record LogReading(Position end, SourceLog log) {}
