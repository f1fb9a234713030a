package io.trellara.handoff.job.progress;

import io.trellara.handoff.model.Lsn;
import java.util.Optional;

/**
 * What the source says beside the evidence, where it answers.
 *
 * @param end of its flushed log
 * @param blocker the oldest open write transaction, while the run waits for a view; as a clause
 */
public record SourceNow(Optional<Lsn> end, Optional<String> blocker) {
    /** The source was not asked or did not answer. */
    public static final SourceNow UNKNOWN = new SourceNow(Optional.empty(), Optional.empty());
}
