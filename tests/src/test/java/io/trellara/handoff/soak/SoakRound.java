package io.trellara.handoff.soak;

import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.harness.EvidenceLaw;
import io.trellara.handoff.harness.JobProcess;
import io.trellara.handoff.harness.Rig;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.local.CheckpointFolder;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.local.EmbeddedPostgresServer.StopMode;
import io.trellara.handoff.local.FileTree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** One run from its start to equal tables, with kills and restarts on its way. One thread. */
final class SoakRound {
    private static final int MOST_KILLS = 4;
    private static final int RESTART_IN = 4;
    private static final Duration LONGEST_BEFORE_A_KILL = Duration.ofSeconds(3);

    private final Random random;
    private final long seed;
    private final SoakCounts counts;
    private final List<String> story = new ArrayList<>();
    /** The fence of the job that was killed last. */
    private long killed;

    /** What the job starts from after a kill. */
    private enum Back {
        CHECKPOINT,
        OLDER_CHECKPOINT,
        EVIDENCE
    }

    SoakRound(long seed, int number, SoakCounts counts) {
        this.seed = seed * 10_000 + number;
        this.random = new Random(this.seed);
        this.counts = counts;
    }

    /** Plays it; what happened, as one line. */
    String run(TestServer source, TestServer target, Path folder) throws Exception {
        WorkloadPlan plan = plan();
        boolean woven = random.nextBoolean();
        try (Rig rig = Rig.create(source, target, folder, plan);
                Workload writers = rig.writePatiently()) {
            if (woven) {
                long waveRows = 500L + random.nextInt(8_000);
                rig.weave(waveRows);
                story.add("woven, " + waveRows + " rows a wave");
            }
            JobProcess job = rig.start();
            for (int kills = 1 + random.nextInt(MOST_KILLS); kills > 0; kills--) {
                awaitSomeMoment(rig, job, plan);
                if (random.nextInt(RESTART_IN) == 0 && copies(rig)) {
                    restart(random.nextBoolean() ? source : target, source, rig);
                }
                job = killAndStart(rig, job, folder);
            }
            rig.await(job, "stream", facts -> opened(facts) && Rig.streams(facts));
            writers.stop();
            RunFacts end = rig.awaitCaughtUp(job);
            job.stop();
            counts.changed(writers.changes());
            story.add(writers.changes() + " changes, " + end.run().changes().forwarded() + " forwarded, "
                    + end.run().changes().suppressed() + " suppressed, "
                    + end.run().changes().replayed() + " replayed");
            rig.requireEqual();
            new EvidenceLaw(rig).require();
            rig.requireNothingTold();
            story.add("equal");
        }
        return toString();
    }

    private WorkloadPlan plan() {
        List<WorkloadTable> tables = List.of(WorkloadTable.bigint("numbers"), WorkloadTable.text("words"));
        int rows = 4_000 + random.nextInt(20_000);
        int writers = 2 + random.nextInt(3);
        Duration longest = Duration.ofMillis(80 + random.nextInt(200));
        story.add(rows + " rows a table, " + writers + " writers");
        return new WorkloadPlan(tables, rows, writers, Duration.ofMillis(20), longest, random.nextInt(1_000_000));
    }

    /** A while after the start, soon after some part of the rows is copied, or in the stream. */
    private void awaitSomeMoment(Rig rig, JobProcess job, WorkloadPlan plan) {
        Duration longest = LONGEST_BEFORE_A_KILL;
        switch (random.nextInt(4)) {
            case 0 -> {}
            case 1, 2 -> {
                long part = random.nextLong(plan.rows());
                rig.await(job, "copied rows", facts -> facts.copiedRows() > part);
                longest = Duration.ofMillis(300);
            }
            default -> rig.await(job, "stream", facts -> opened(facts) && Rig.streams(facts));
        }
        LockSupport.parkNanos(random.nextLong(longest.toNanos()));
    }

    /** A server that is away is a refusal, and rightly ends the job, until this job has opened the run and copies. */
    private boolean copies(Rig rig) {
        return rig.facts()
                .filter(this::opened)
                .filter(facts -> facts.state().compareTo(RunState.COPYING_TABLE) >= 0)
                .isPresent();
    }

    /** Whether the present job has the run, and not one that was killed. */
    private boolean opened(RunFacts facts) {
        return facts.run().fence() > killed;
    }

    private void restart(TestServer server, TestServer source, Rig rig) {
        StopMode how = random.nextBoolean() ? StopMode.FAST : StopMode.IMMEDIATE;
        server.embedded().restart(how);
        rig.reconnect();
        counts.serverRestarted();
        story.add((server == source ? "source" : "target") + " restarted "
                + how.name().toLowerCase(Locale.ROOT));
        LockSupport.parkNanos(random.nextLong(LONGEST_BEFORE_A_KILL.toNanos()));
    }

    private JobProcess killAndStart(Rig rig, JobProcess job, Path folder) throws IOException, InterruptedException {
        String state = rig.facts().map(RunFacts::state).map(RunState::text).orElse("not planned");
        if (!job.isAlive()) {
            throw new AssertionError("it has ended by itself: " + job);
        }
        job.kill();
        killed = rig.facts().map(facts -> facts.run().fence()).orElse(0L);
        counts.killed();
        Back back = Back.values()[random.nextInt(Back.values().length)];
        story.add("killed " + state + ", back from "
                + back.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        if (back == Back.OLDER_CHECKPOINT) {
            forgetTheNewest(rig, folder);
        }
        return back == Back.EVIDENCE ? rig.start("--fresh-state") : rig.start();
    }

    private static void forgetTheNewest(Rig rig, Path folder) throws IOException {
        Optional<Path> newest = new CheckpointFolder(folder.resolve("here")
                        .resolve(rig.run().sourceId())
                        .resolve(rig.run().datasetId())
                        .resolve(rig.run().runId()))
                .newest();
        if (newest.isPresent()) {
            FileTree.remove(newest.get());
        }
    }

    @Override
    public String toString() {
        return "seed " + seed + ": " + String.join("; ", story);
    }
}
