package io.trellara.handoff.proof;

import io.trellara.handoff.evidence.RunRecord;
import java.util.Optional;

/**
 * A row of {@code snapshot_runs} with what only a proof needs of it.
 *
 * @param parentRunId the run that this one is within
 * @param kind whole, or why it is within another one
 */
record RunRow(RunRecord run, Optional<String> parentRunId, String kind) {}
