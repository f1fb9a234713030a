package io.trellara.handoff.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.job.progress.RunFacts;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A run whose job is killed at exact points under writers and started again; at the end everything is required that the
 * law says. One thread.
 */
public final class KilledRun {
    private final Rig rig;
    private final SeamLaw law;
    /** Of the newest kill. */
    private Optional<Back> back = Optional.empty();

    /** What the job starts from after a kill. */
    public enum Back {
        CHECKPOINT,
        EVIDENCE
    }

    /** Where the job is killed, and what the next one starts from. */
    public record Kill(FaultPoint point, Back after) {
        @Override
        public String toString() {
            return point + ", then from " + after;
        }
    }

    public KilledRun(Rig rig) {
        this.rig = rig;
        this.law = new SeamLaw(rig);
    }

    /** Starts the job and kills it there, for each in turn. */
    public void killAt(List<Kill> kills) throws Exception {
        for (Kill kill : kills) {
            killAt(kill.point(), kill.after());
        }
    }

    private void killAt(FaultPoint point, Back after) throws Exception {
        try (HeldWrite held = HeldWrite.at(rig.evidenceStore(), point);
                JobProcess job = start()) {
            held.awaitHeld(job);
            point.requireReached(rig);
            job.kill();
            held.endHeld();
            law.killed(point, after == Back.EVIDENCE ? Set.of() : law.claimed());
            back = Optional.of(after);
        }
    }

    private JobProcess start() throws IOException {
        return ignoresFlinksState() ? rig.start("--fresh-state") : rig.start();
    }

    private boolean ignoresFlinksState() {
        return back.equals(Optional.of(Back.EVIDENCE));
    }

    /** Starts it again, lets it catch up with the writers, and compares. */
    public RunFacts resume(Workload writers) throws Exception {
        long killed = rig.facts().orElseThrow().run().fence();
        RunFacts end;
        try (JobProcess job = start()) {
            rig.await(job, "stream", facts -> facts.run().fence() > killed && Rig.streams(facts));
            assertThat(job.output()).contains(ignoresFlinksState() ? "from the evidence alone" : "from checkpoint");
            assertThat(writers.running()).isTrue();
            writers.stop();
            end = rig.awaitCaughtUp(job);
            job.stop();
        }
        rig.requireEqual();
        new EvidenceLaw(rig).require();
        law.require(end, writers.changes());
        rig.requireNothingTold();
        return end;
    }
}
