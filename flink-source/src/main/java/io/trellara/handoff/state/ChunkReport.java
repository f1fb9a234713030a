package io.trellara.handoff.state;

import io.trellara.handoff.model.ChunkAttempt;
import java.io.Serializable;

/** A reader's word that it emitted all rows of a chunk attempt: so many rows and bytes. */
public record ChunkReport(ChunkAttempt attempt, long rows, long bytes) implements Serializable {}
