package io.trellara.handoff.harness;

import io.trellara.handoff.job.local.CheckpointFolder;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.ClientUtils;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.PackagedProgram;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigUtils;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.PipelineOptionsInternal;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.DefaultExecutorServiceLoader;

/**
 * A Flink cluster of processes: a JobManager and TaskManagers in JVMs of their own, with nothing of ours on their class
 * path. Jobs are given to it as {@code flink run} gives the jar for clusters. One thread.
 */
public final class FlinkCluster implements AutoCloseable {
    private static final String JOB_MANAGER = "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint";
    private static final String TASK_MANAGER = "org.apache.flink.runtime.taskexecutor.TaskManagerRunner";
    private static final int SLOTS_EACH = 2;
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private final ClusterSettings settings;
    private final int size;
    private final RestClusterClient<StandaloneClusterId> client;
    private final List<JavaProcess> jobManagers = new ArrayList<>();
    private final List<JavaProcess> taskManagers = new ArrayList<>();

    /** What a process of the cluster is. */
    public enum Role {
        JOB_MANAGER,
        TASK_MANAGER
    }

    private FlinkCluster(ClusterSettings settings, int size) throws Exception {
        this.settings = settings;
        this.size = size;
        this.client = new RestClusterClient<>(settings.client(), StandaloneClusterId.getInstance());
    }

    /** Starts one JobManager, and TaskManagers with two slots each, and waits for all slots. */
    public static FlinkCluster start(Path folder, int taskManagers) throws Exception {
        return start(ClusterSettings.choose(folder, Optional.empty()), taskManagers);
    }

    /** The same, with a memory outside of the JobManager: another one that is started goes on with its jobs. */
    public static FlinkCluster startHighlyAvailable(Path folder, int taskManagers, String zookeeper) throws Exception {
        return start(ClusterSettings.choose(folder, Optional.of(zookeeper)), taskManagers);
    }

    private static FlinkCluster start(ClusterSettings settings, int taskManagers) throws Exception {
        Files.createDirectories(settings.folder().resolve("tmp"));
        FlinkCluster cluster = new FlinkCluster(settings, taskManagers);
        try {
            cluster.restore();
            return cluster;
        } catch (Exception | AssertionError e) {
            cluster.close();
            throw e;
        }
    }

    ClusterSettings settings() {
        return settings;
    }

    RestClusterClient<?> client() {
        return client;
    }

    boolean hasJobManager() {
        return alive(jobManagers).findAny().isPresent();
    }

    /** Starts whatever of it is not running, and waits until all slots are there again, free or in use. */
    public void restore() throws Exception {
        if (!hasJobManager()) {
            String name = "jobmanager-" + jobManagers.size();
            jobManagers.add(process(name, JOB_MANAGER, settings.jobManager(name)));
        }
        for (long missing = size - alive(taskManagers).count(); missing > 0; missing--) {
            String name = "taskmanager-" + taskManagers.size();
            taskManagers.add(process(name, TASK_MANAGER, settings.taskManager(name, SLOTS_EACH)));
        }
        awaitSlots(size * SLOTS_EACH);
    }

    private JavaProcess process(String name, String main, Path conf) throws IOException {
        return JavaProcess.start(
                settings.folder(),
                name,
                List.of("-Dlog4j2.configurationFile=" + conf.resolve("log4j2.properties")),
                ClusterJar.clusterClassPath(),
                List.of(main, "-c", conf.toString()));
    }

    private void awaitSlots(int slots) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (slots() != slots) {
            if (!hasJobManager() || System.nanoTime() > deadline) {
                throw new AssertionError("not " + slots + " slots but " + slots() + " at " + this);
            }
            LockSupport.parkNanos(100_000_000);
        }
    }

    /** Slots of the TaskManagers that the JobManager knows; -1 while it does not answer. */
    private int slots() throws InterruptedException {
        try {
            return client.getClusterOverview().get(5, TimeUnit.SECONDS).getNumSlotsTotal();
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException unanswered) {
            return -1;
        }
    }

    /**
     * Submits a run's job.
     *
     * @param restore a checkpoint or savepoint; empty for the evidence alone
     * @param more options of the job's
     */
    public ClusterJob submit(Rig rig, int parallelism, Optional<Path> restore, Map<String, String> more)
            throws Exception {
        Configuration options = settings.client();
        more.forEach(options::setString);
        options.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                checkpoints(rig).toUri().toString());
        options.setString("parallelism.default", Integer.toString(parallelism));
        JobID id = new JobID();
        options.set(PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID, id.toHexString());
        restore.ifPresent(path ->
                options.set(StateRecoveryOptions.SAVEPOINT_PATH, path.toUri().toString()));
        try (PackagedProgram program = PackagedProgram.newBuilder()
                .setJarFile(ClusterJar.path().toFile())
                .setConfiguration(options)
                .setArguments("--config", rig.config("cluster").toString())
                .build()) {
            ConfigUtils.encodeCollectionToConfig(
                    options, PipelineOptions.JARS, program.getJobJarAndDependencies(), URL::toString);
            ClientUtils.executeProgram(new DefaultExecutorServiceLoader(), options, program, false, true);
        }
        return new ClusterJob(this, id);
    }

    /** The newest checkpoint that was completed, of any of a run's jobs. */
    public Optional<Path> newestCheckpoint(Rig rig) {
        return new CheckpointFolder(checkpoints(rig)).newest();
    }

    private Path checkpoints(Rig rig) {
        return settings.checkpoints().resolve(rig.run().runId());
    }

    /** SIGKILL for the process that has the session from this port; which kind it was. */
    public Role killOwner(int port) throws IOException, InterruptedException {
        List<JavaProcess> all =
                Stream.concat(alive(jobManagers), alive(taskManagers)).toList();
        List<Long> pids = all.stream().map(JavaProcess::pid).toList();
        long owner = SessionProcess.of(port, pids)
                .orElseThrow(() -> new AssertionError("no process of the cluster has port " + port));
        JavaProcess process = all.get(pids.indexOf(owner));
        process.kill();
        return jobManagers.contains(process) ? Role.JOB_MANAGER : Role.TASK_MANAGER;
    }

    /** SIGKILL for all of them. */
    public void killAll() throws InterruptedException {
        for (JavaProcess process :
                Stream.concat(alive(jobManagers), alive(taskManagers)).toList()) {
            process.kill();
        }
    }

    /** All that its processes have printed and logged. */
    public String told() {
        return Stream.concat(jobManagers.stream(), taskManagers.stream())
                .map(process -> process.output() + process.logged())
                .collect(Collectors.joining());
    }

    private static Stream<JavaProcess> alive(List<JavaProcess> processes) {
        return processes.stream().filter(JavaProcess::isAlive);
    }

    @Override
    public String toString() {
        return Stream.concat(jobManagers.stream(), taskManagers.stream())
                .map(JavaProcess::toString)
                .collect(Collectors.joining("\n=== "));
    }

    @Override
    public void close() {
        client.close();
        Stream.concat(taskManagers.stream(), jobManagers.stream()).forEach(JavaProcess::close);
    }
}
