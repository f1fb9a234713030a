package io.trellara.handoff.evidence;

import java.time.Instant;
import java.util.Optional;

/** A row of {@code run_transitions}. */
public record Transition(
        RunState from, RunState to, Instant at, long fence, Optional<String> reason, Optional<String> code) {}
