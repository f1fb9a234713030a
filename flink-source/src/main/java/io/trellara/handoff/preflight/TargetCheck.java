package io.trellara.handoff.preflight;

import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;

/** Asks the target what stands against a run, read-only; {@code fresh}: no row was copied yet. */
@FunctionalInterface
public interface TargetCheck {
    /** For a source that is used with a sink of somebody else's. */
    TargetCheck NONE = (schemas, fresh) -> List.of();

    List<Finding> check(List<RelationSchema> schemas, boolean fresh);
}
