package io.trellara.handoff.job.local;

import io.trellara.handoff.error.HandoffException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.execution.JobClient;
import org.jspecify.annotations.Nullable;

/** A job that runs on a cluster in this process. One thread, but {@link #stop} may come from any. */
final class LocalJob {
    private static final Duration STOP_WITHIN = Duration.ofSeconds(30);

    private final JobClient client;
    private final CompletableFuture<Optional<Throwable>> end;

    LocalJob(JobClient client) {
        this.client = client;
        this.end = client.getJobExecutionResult().handle((result, failure) -> Optional.ofNullable(failure));
    }

    /** Waits for the end for at most that long, or until {@code wake} completes; whether the job has ended. */
    boolean awaitEnd(Duration longest, CompletableFuture<?> wake) throws InterruptedException {
        try {
            CompletableFuture.anyOf(end, wake).get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException notYet) {
            return end.isDone();
        } catch (ExecutionException impossible) {
            throw HandoffException.bug("local job", "a failed wait", "a job's end that is only observed");
        }
        return end.isDone();
    }

    /** Why the job ended; empty where it ended by itself and well. */
    Optional<Throwable> failure() {
        return end.getNow(Optional.empty());
    }

    /** Cancels the job, whose last checkpoint stays, and waits for its end within a limit; whether it ended. */
    boolean stop() throws InterruptedException {
        if (!end.isDone()) {
            CompletableFuture<@Nullable Void> unused = client.cancel();
        }
        return awaitEnd(STOP_WITHIN, new CompletableFuture<Void>());
    }
}
