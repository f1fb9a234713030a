package io.trellara.handoff.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/** The job in a JVM of its own, started on the command line as a user would, and ended as a test likes. One thread. */
public final class JobProcess implements RunningJob, AutoCloseable {
    private static final String MAIN = "io.trellara.handoff.job.cli.Handoff";
    private static final int SIGTERM_STATUS = 143;
    private static final Duration LOG_LIMIT = Duration.ofMinutes(4);

    private final JavaProcess process;
    private final SharedClasses shared;

    private JobProcess(JavaProcess process, SharedClasses shared) {
        this.process = process;
        this.shared = shared;
    }

    /** {@code handoff run --local --config CONFIG MORE…}; prints to {@code name.out}, logs to {@code name.log}. */
    public static JobProcess start(Path config, String name, List<String> more) throws IOException {
        Path folder = Objects.requireNonNull(config.getParent());
        String classPath = SharedClasses.withoutTests(System.getProperty("java.class.path"));
        SharedClasses shared = SharedClasses.of(classPath);
        List<String> options = new ArrayList<>(shared.options());
        options.addAll(List.of("-Dhandoff.terminal=false", "-Dhandoff.log=" + JavaProcess.log(folder, name)));
        List<String> command = new ArrayList<>(List.of(MAIN, "run", "--local", "--config", config.toString()));
        command.addAll(more);
        return new JobProcess(JavaProcess.start(folder, name, options, classPath, command), shared);
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL: no hook, no close, no flush. */
    public void kill() throws InterruptedException {
        process.kill();
    }

    /** SIGTERM, much as Ctrl-C; fails where the job does not end cleanly and say so. */
    public void stop() throws InterruptedException {
        process.terminate();
        int status = awaitExit();
        if (status != SIGTERM_STATUS || !output().contains("stopped cleanly")) {
            throw new AssertionError("no clean stop: " + this);
        }
    }

    /** SIGSTOP: every thread stands still where it is, and every connection stays open. */
    public void freeze() throws IOException, InterruptedException {
        process.signal("-STOP");
    }

    /** SIGCONT. */
    public void wake() throws IOException, InterruptedException {
        process.signal("-CONT");
    }

    /** The exit status; fails where the process does not end within a limit. */
    public int awaitExit() throws InterruptedException {
        int status = process.awaitExit();
        try {
            shared.keep();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return status;
    }

    /** Waits until its log holds this; fails where it ends first. */
    public void awaitLogged(String text) {
        long deadline = System.nanoTime() + LOG_LIMIT.toNanos();
        while (!log().contains(text)) {
            if (!isAlive() || System.nanoTime() > deadline) {
                throw new AssertionError("not logged: " + text + ": " + this);
            }
            LockSupport.parkNanos(50_000_000);
        }
    }

    /** All that it printed. */
    public String output() {
        return process.output();
    }

    /** All that it logged. */
    public String log() {
        return process.logged();
    }

    /** No stack trace in what a user sees. */
    public void requireNothingButWords() {
        assertThat(output()).doesNotContain("\tat ").doesNotContain("Exception");
    }

    @Override
    public String toString() {
        return process.toString();
    }

    @Override
    public void close() {
        process.close();
    }
}
