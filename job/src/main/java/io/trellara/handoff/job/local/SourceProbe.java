package io.trellara.handoff.job.local;

import io.trellara.handoff.Sources;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.dialect.LogSession;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.RunRecord;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks the source how its log stands to the stream: for the progress line, and for whether the stream has caught up.
 * Whatever fails here leaves the line shorter and the run alone. One thread; keeps one session.
 */
final class SourceProbe implements AutoCloseable {
    /** For MySQL an answer is a walk over its log's files. */
    private static final Duration PERIOD = Duration.ofSeconds(5);

    private final SourceConfig config;
    private @Nullable LogSession session;
    private Optional<LogReading> last = Optional.empty();
    private long asked;

    SourceProbe(SourceConfig config) {
        this.config = config;
    }

    /** Some seconds old at most; empty before the stream has a position, and where the source does not answer. */
    Optional<LogReading> ask(RunRecord run) {
        if (run.streamPosition().isEmpty() || run.sourceIdentity().isEmpty()) {
            return Optional.empty();
        }
        long now = System.nanoTime();
        if (asked == 0 || now - asked >= PERIOD.toNanos()) {
            asked = now;
            last = read(run);
        }
        return last;
    }

    private Optional<LogReading> read(RunRecord run) {
        try {
            LogSession open = session;
            if (open == null) {
                open = Sources.of(config).openLog(run.sourceIdentity().orElseThrow());
                session = open;
            }
            return open.read(run.streamPosition().orElseThrow());
        } catch (HandoffException unanswered) {
            return Optional.empty(); // the session opens itself anew for the next question
        }
    }

    @Override
    public void close() {
        LogSession open = session;
        if (open != null) {
            open.close();
        }
    }
}
