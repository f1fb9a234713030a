package io.trellara.handoff.demo;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.job.progress.RunFacts;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Looks at the evidence until it says what is awaited; never longer than a limit, never after the job has ended. */
final class DemoWatch {
    private static final Duration STEP = Duration.ofMillis(40);

    private final EvidenceReader evidence;
    private final DemoScreen screen;
    private final Duration limit;

    DemoWatch(EvidenceReader evidence, DemoScreen screen, Duration limit) {
        this.evidence = evidence;
        this.screen = screen;
        this.limit = limit;
    }

    /** The first reading that is as awaited (DEMO_JOB_ENDED, DEMO_TIMEOUT). */
    RunFacts await(DemoJob job, String awaited, Predicate<RunFacts> reached) {
        long deadline = System.nanoTime() + limit.toNanos();
        Optional<RunFacts> last = Optional.empty();
        while (System.nanoTime() < deadline && !Thread.currentThread().isInterrupted()) {
            boolean alive = job.isAlive();
            last = read();
            if (last.filter(reached).isPresent()) {
                return last.get();
            }
            if (!alive || last.filter(facts -> facts.run().halted()).isPresent()) {
                throw alive ? DemoFailure.halted(job, last.get().run()) : DemoFailure.jobEnded(job, awaited);
            }
            last.ifPresent(facts -> screen.progress(DemoText.progress(facts)));
            LockSupport.parkNanos(STEP.toNanos());
        }
        throw DemoFailure.timeout(
                job, awaited, limit.toSeconds(), last.map(DemoText::progress).orElse("no run"));
    }

    /** Empty until the job has created its tables and its run. */
    private Optional<RunFacts> read() {
        try {
            evidence.requireSchema();
            return RunFacts.read(evidence, DemoConfig.RUN);
        } catch (HandoffException e) {
            if (e.code() == ErrorCode.EVIDENCE_SCHEMA_MISSING) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
