package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.util.List;
import java.util.Optional;

/**
 * An operator's request to a run.
 *
 * @param relation of RECOPY, REFRESH, ADD and REMOVE
 * @param chunks numbers of the chunks to copy again; empty for all of the relation
 * @param requestedBy who asks
 */
public record ControlRequest(
        RunKey run,
        ControlKind kind,
        Optional<Relation> relation,
        List<Integer> chunks,
        Tuning tuning,
        String requestedBy) {
    public ControlRequest {
        chunks = List.copyOf(chunks);
    }

    /** PAUSE or RESUME_COPY. */
    public static ControlRequest plain(RunKey run, ControlKind kind, String requestedBy) {
        return new ControlRequest(run, kind, Optional.empty(), List.of(), Tuning.NONE, requestedBy);
    }

    /** TUNE. */
    public static ControlRequest tune(RunKey run, Tuning tuning, String requestedBy) {
        return new ControlRequest(run, ControlKind.TUNE, Optional.empty(), List.of(), tuning, requestedBy);
    }

    /** RECOPY of some chunks, or of the whole relation where {@code chunks} is empty. */
    public static ControlRequest recopy(RunKey run, Relation relation, List<Integer> chunks, String requestedBy) {
        return new ControlRequest(run, ControlKind.RECOPY, Optional.of(relation), chunks, Tuning.NONE, requestedBy);
    }

    /** REFRESH, ADD or REMOVE of a relation. */
    public static ControlRequest of(RunKey run, ControlKind kind, Relation relation, String requestedBy) {
        return new ControlRequest(run, kind, Optional.of(relation), List.of(), Tuning.NONE, requestedBy);
    }
}
