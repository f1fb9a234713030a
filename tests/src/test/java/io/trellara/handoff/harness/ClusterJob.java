package io.trellara.handoff.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.rest.messages.EmptyRequestBody;
import org.apache.flink.runtime.rest.messages.JobMessageParameters;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatisticsHeaders;

/** A job on a cluster of processes, known by its id. One thread. */
public final class ClusterJob implements RunningJob {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Duration ASKED_AGAIN_AFTER = Duration.ofMillis(500);

    private final FlinkCluster cluster;
    private final JobID id;
    private long asked = System.nanoTime();

    ClusterJob(FlinkCluster cluster, JobID id) {
        this.cluster = cluster;
        this.id = id;
    }

    public JobID id() {
        return id;
    }

    /** Whether it has not ended for good; a cluster that does not answer may have it still. */
    @Override
    public boolean isAlive() {
        if (System.nanoTime() - asked < ASKED_AGAIN_AFTER.toNanos()) {
            return true;
        }
        asked = System.nanoTime();
        try {
            return !status().isGloballyTerminalState();
        } catch (TimeoutException | ExecutionException unanswered) {
            return cluster.hasJobManager();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Takes a savepoint and goes on; where it is. */
    public Path savepoint() throws Exception {
        return path(client().triggerSavepoint(id, directory(), SavepointFormatType.CANONICAL));
    }

    /** Takes a savepoint and ends, as {@code flink stop} does; where it is. */
    public Path stopWithSavepoint() throws Exception {
        Path savepoint = path(client().stopWithSavepoint(id, false, directory(), SavepointFormatType.CANONICAL));
        awaitEnd(JobStatus.FINISHED);
        return savepoint;
    }

    /** Ends it; its checkpoints stay. */
    public void cancel() throws Exception {
        get(client().cancel(id));
        awaitEnd(JobStatus.CANCELED);
    }

    /** Checkpoints of it that failed so far. */
    public long failedCheckpoints() throws Exception {
        JobMessageParameters which = new JobMessageParameters();
        which.jobPathParameter.resolve(id);
        return get(cluster.client()
                        .sendRequest(
                                CheckpointingStatisticsHeaders.getInstance(), which, EmptyRequestBody.getInstance()))
                .getCounts()
                .getNumberFailedCheckpoints();
    }

    /** Waits until as many have failed. */
    public void awaitFailedCheckpoints(long number) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (failedCheckpoints() < number) {
            if (!isAlive() || System.nanoTime() > deadline) {
                throw new AssertionError("not " + number + " failed checkpoints: " + this);
            }
            LockSupport.parkNanos(50_000_000);
        }
    }

    private void awaitEnd(JobStatus expected) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        JobStatus last = status();
        while (!last.isGloballyTerminalState() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(50_000_000);
            last = status();
        }
        if (last != expected) {
            throw new AssertionError("not " + expected + " but " + last + ": " + this);
        }
    }

    private JobStatus status() throws InterruptedException, ExecutionException, TimeoutException {
        return get(client().getJobStatus(id));
    }

    private RestClusterClient<?> client() {
        return cluster.client();
    }

    private String directory() {
        return cluster.settings().savepoints().toUri().toString();
    }

    private Path path(CompletableFuture<String> savepoint) throws Exception {
        try {
            return Path.of(java.net.URI.create(get(savepoint)));
        } catch (ExecutionException refused) {
            throw new AssertionError("no savepoint: " + this, refused);
        }
    }

    private static <T> T get(CompletableFuture<T> answer)
            throws InterruptedException, ExecutionException, TimeoutException {
        return answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public String toString() {
        return "job " + id + " on " + cluster;
    }
}
