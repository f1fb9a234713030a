package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.dialect.LogSession;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.SourceLog;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leaves samples of the run in the evidence, for whoever looks at it afterwards. The source is asked on a thread of its
 * own, so that one that does not answer holds up nothing else. No step of the run goes by a sample, so none fails it:
 * what cannot be asked is left out, and what cannot be written is not there. Only a newer coordinator stops it (R6).
 */
final class SampleWatch {
    private static final Logger LOG = LoggerFactory.getLogger(SampleWatch.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration ASK = Duration.ofSeconds(5);

    private final RunDesk desk;
    private final Work evidence;
    private final Work source;
    private final LongSupplier nanoTime;
    private final Supplier<ChunkTracker> chunks;
    private final Outlook outlook = new Outlook();
    private final SamplePace pace = new SamplePace();
    private final LagClock lag = new LagClock();
    private long openedNanos;
    private Duration openedAge = Duration.ZERO;
    private Duration askedAt = Duration.ZERO;
    private volatile boolean underWay;
    private volatile @Nullable LogSession session;
    private volatile boolean closed;
    private String sessionOf = "";

    SampleWatch(RunDesk desk, Work evidence, Work source, LongSupplier nanoTime, Supplier<ChunkTracker> chunks) {
        this.desk = desk;
        this.evidence = evidence;
        this.source = source;
        this.nanoTime = nanoTime;
        this.chunks = chunks;
    }

    /** What was seen last. */
    Outlook outlook() {
        return outlook;
    }

    /** Begins to look, at a run that is open. */
    void watch() {
        evidence.every(LOOK, this::look);
    }

    /**
     * On the evidence thread. The source is asked between samples too, so that a lag's beginning is seen; one question
     * at a time.
     */
    private void look() {
        if (underWay) {
            return;
        }
        guarded(() -> {
            RunRecord run = desk.seen();
            Duration age = age(run);
            boolean due = pace.due(run.state(), age);
            if (due || age.minus(askedAt).compareTo(ASK) >= 0) {
                askedAt = age;
                underWay = true;
                source.run(() -> ask(run), log -> evidence.run(() -> write(run, due, log), done -> {}));
            }
        });
    }

    /** On the source's thread. */
    private SourceLog ask(RunRecord run) {
        Optional<Position> reached = run.streamPosition().or(run::consistentLsn);
        Optional<String> identity = run.sourceIdentity();
        if (reached.isEmpty() || identity.isEmpty()) {
            return SourceLog.UNKNOWN;
        }
        try {
            return session(identity.get())
                    .read(reached.get())
                    .map(reading -> reading.log().behindFor(behindMillis(reading, reached.get())))
                    .orElse(SourceLog.UNKNOWN);
        } catch (RuntimeException unanswered) {
            // Whatever it is, whoever needs the source for the run will say it: a figure in a picture must not.
            LOG.debug(
                    "the source's log cannot be read: {}", unanswered.getClass().getName());
            return SourceLog.UNKNOWN;
        }
    }

    /** Kept, and closed with the coordinator: a source that hangs holds up neither. On the source's thread. */
    private LogSession session(String identity) {
        LogSession present = session;
        if (present == null || !identity.equals(sessionOf)) {
            closeSession();
            present = desk.dialect().openLog(identity);
            session = present;
            sessionOf = identity;
            if (closed) {
                closeSession();
            }
        }
        return present;
    }

    private void closeSession() {
        LogSession present = session;
        session = null;
        if (present != null) {
            present.close();
        }
    }

    /** Asks no more, and breaks a question under way; any thread. */
    void close() {
        closed = true;
        closeSession();
    }

    private OptionalLong behindMillis(LogReading reading, Position reached) {
        return lag.lagMillis(nanoTime.getAsLong(), reading.end(), reached);
    }

    /** On the evidence thread. */
    private boolean write(RunRecord run, boolean due, SourceLog log) {
        try {
            outlook.look(nanoTime.getAsLong(), run.state(), log, chunks.get());
            if (due) {
                guarded(() -> desk.sample(log));
            }
            return true;
        } finally {
            underWay = false;
        }
    }

    /** By the database's clock until now, and by ours from the first look on. */
    private Duration age(RunRecord run) {
        if (openedNanos == 0) {
            openedNanos = nanoTime.getAsLong();
            openedAge = Duration.between(run.startedAt(), run.updatedAt());
        }
        return openedAge.plusNanos(nanoTime.getAsLong() - openedNanos);
    }

    private static void guarded(Runnable step) {
        try {
            step.run();
        } catch (HandoffException failure) {
            if (failure.code() == ErrorCode.FENCED_OUT) {
                throw failure;
            }
            LOG.debug("no sample: {}", failure.code());
        }
    }
}
