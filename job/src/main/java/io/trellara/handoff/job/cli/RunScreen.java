package io.trellara.handoff.job.cli;

import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.local.LocalRunner;
import io.trellara.handoff.job.progress.Pace;
import io.trellara.handoff.job.progress.ProgressLine;
import io.trellara.handoff.job.progress.RunFacts;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What a run shows while it runs. Away from a terminal: a line at every change of state, and every ten seconds. */
final class RunScreen implements LocalRunner.Listener {
    private static final Duration QUIET = Duration.ofSeconds(10);

    private final Output output;
    private final Clock clock;
    private final Pace pace = new Pace();
    private Optional<RunState> shown = Optional.empty();
    private Instant shownAt = Instant.EPOCH;

    RunScreen(Output output, Clock clock) {
        this.output = output;
        this.clock = clock;
    }

    @Override
    public void starting(Optional<Path> checkpoint) {
        output.note(checkpoint
                .map(path -> "starting from checkpoint " + path)
                .orElse("starting from the evidence alone; no checkpoint is used"));
    }

    @Override
    public void serving(URI metrics) {
        output.note("metrics: " + metrics);
    }

    @Override
    public void reading(RunFacts facts, Optional<LogReading> source) {
        Instant now = clock.instant();
        pace.add(now, facts);
        boolean moved = !shown.equals(Optional.of(facts.state()));
        if (output.terminal() || moved || Duration.between(shownAt, now).compareTo(QUIET) >= 0) {
            shown = Optional.of(facts.state());
            shownAt = now;
            output.progress(ProgressLine.of(facts, pace, source, now));
        }
    }
}
