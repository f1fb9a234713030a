package io.trellara.handoff.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.harness.FlinkCluster.Role;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.model.ChunkAttempt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** A run on a cluster whose coordinator is killed at a point, and that is submitted again. One thread. */
public final class ResubmittedRun {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int PARALLELISM = 2;

    private final FlinkCluster cluster;
    private final Rig rig;
    private final SeamLaw law;

    public ResubmittedRun(FlinkCluster cluster, Rig rig) {
        this.cluster = cluster;
        this.rig = rig;
        this.law = new SeamLaw(rig);
    }

    /** What the job starts from after the kill. */
    public enum Back {
        CHECKPOINT,
        SAVEPOINT,
        EVIDENCE
    }

    /**
     * A kill and the way back.
     *
     * @param point where the coordinator is killed
     * @param saved where the savepoint was taken before, for that way back; {@code point} itself where there is no
     *     earlier one
     */
    public record Kill(FaultPoint point, Back back, FaultPoint saved) {
        @Override
        public String toString() {
            return "killed " + point + ", resumed from " + back + (back == Back.SAVEPOINT ? " of " + saved : "");
        }
    }

    /**
     * Runs into the point, kills the coordinator there, which must be the one that is held, and submits the job again.
     *
     * @param all whether the TaskManagers are killed too
     */
    public ClusterJob killAndResubmit(Kill kill, boolean all) throws Exception {
        Optional<Path> restore;
        long fence;
        try (HeldWrite saved = HeldWrite.at(rig.target(), kill.saved());
                HeldWrite held = HeldWrite.at(rig.target(), kill.point())) {
            ClusterJob job = cluster.submit(rig, PARALLELISM, Optional.empty(), Map.of());
            Optional<Path> savepoint = Optional.empty();
            Set<ChunkAttempt> reported = Set.of();
            if (kill.back() == Back.SAVEPOINT) {
                saved.awaitHeld(job);
                savepoint = Optional.of(job.savepoint());
                reported = law.claimed();
            }
            saved.release();
            held.awaitHeld(job);
            kill.point().requireReached(rig);
            if (kill.back() == Back.CHECKPOINT) {
                awaitCheckpoint(job);
                reported = law.claimed();
            }
            fence = rig.facts().orElseThrow().run().fence();
            killOwner(held);
            if (all) {
                cluster.killAll();
            }
            held.endHeld();
            law.killed(kill.point(), reported);
            restore = switch (kill.back()) {
                case CHECKPOINT -> cluster.newestCheckpoint(rig);
                case SAVEPOINT -> savepoint;
                case EVIDENCE -> Optional.empty();
            };
        }
        cluster.restore();
        ClusterJob again = cluster.submit(rig, PARALLELISM, restore, Map.of());
        rig.await(again, "stream", facts -> facts.run().fence() > fence && Rig.streams(facts));
        return again;
    }

    /** Kills the coordinator at a point where it is held; its successor goes on from the newest checkpoint. */
    public void kill(FaultPoint point, HeldWrite held, ClusterJob job) throws Exception {
        held.awaitHeld(job);
        point.requireReached(rig);
        killOwner(held);
        held.endHeld();
        law.killed(point, law.claimed());
    }

    private void killOwner(HeldWrite held) throws Exception {
        assertThat(cluster.killOwner(held.port())).isEqualTo(Role.JOB_MANAGER);
    }

    /** Ends the writers, waits for all they wrote, ends the job, and requires what is true of every run. */
    public RunFacts finish(ClusterJob job, Workload writers) throws Exception {
        assertThat(writers.running()).isTrue();
        writers.stop();
        RunFacts end = rig.awaitCaughtUp(job);
        job.cancel();
        rig.requireEqual();
        new EvidenceLaw(rig).require();
        law.require(end, writers.changes());
        rig.requireNothingTold(cluster.told());
        return end;
    }

    private void awaitCheckpoint(ClusterJob job) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (cluster.newestCheckpoint(rig).isEmpty()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("no checkpoint of " + job);
            }
            LockSupport.parkNanos(50_000_000);
        }
    }
}
