package io.trellara.handoff.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.job.progress.RunFacts;
import java.util.Set;

/**
 * A run whose job is killed at exact points under writers and started again; at the end everything is required that the
 * law says. One thread.
 */
public final class KilledRun {
    private final Rig rig;
    private final Back back;
    private final SeamLaw law;

    /** What the job starts from after a kill. */
    public enum Back {
        CHECKPOINT,
        EVIDENCE
    }

    public KilledRun(Rig rig, Back back) {
        this.rig = rig;
        this.back = back;
        this.law = new SeamLaw(rig);
    }

    /** Starts the job and kills it there. */
    public void killAt(FaultPoint point) throws Exception {
        try (HeldWrite held = HeldWrite.at(rig.evidenceStore(), point);
                JobProcess job = rig.start()) {
            held.awaitHeld(job);
            point.requireReached(rig);
            job.kill();
            held.endHeld();
            law.killed(point, back == Back.EVIDENCE ? Set.of() : law.claimed());
        }
    }

    /** Starts it again, lets it catch up with the writers, and compares. */
    public RunFacts resume(Workload writers) throws Exception {
        long killed = rig.facts().orElseThrow().run().fence();
        RunFacts end;
        try (JobProcess job = back == Back.EVIDENCE ? rig.start("--fresh-state") : rig.start()) {
            rig.await(job, "stream", facts -> facts.run().fence() > killed && Rig.streams(facts));
            assertThat(job.output()).contains(back == Back.EVIDENCE ? "from the evidence alone" : "from checkpoint");
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
