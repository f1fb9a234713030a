package io.trellara.handoff.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The job in a JVM of its own, started on the command line as a user would, and ended as a test likes. One thread. */
public final class JobProcess implements AutoCloseable {
    private static final String MAIN = "io.trellara.handoff.job.cli.Handoff";
    private static final int SIGTERM_STATUS = 143;
    private static final Duration END_LIMIT = Duration.ofSeconds(90);

    private final Process process;
    private final Path output;
    private final Path log;

    private JobProcess(Process process, Path output, Path log) {
        this.process = process;
        this.output = output;
        this.log = log;
    }

    /** {@code handoff run --local --config CONFIG MORE…}; prints to {@code name.out}, logs to {@code name.log}. */
    static JobProcess start(Path config, String name, List<String> more) throws IOException {
        Path output = config.resolveSibling(name + ".out");
        Path log = config.resolveSibling(name + ".log");
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-Xms64m", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        for (String opened : List.of("java.lang", "java.util", "java.nio", "java.time")) {
            words.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
        }
        words.addAll(List.of("-Dhandoff.terminal=false", "-Dhandoff.log=" + log));
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
        words.addAll(List.of("run", "--local", "--config", config.toString()));
        words.addAll(more);
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new JobProcess(process, output, log);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL: no hook, no close, no flush. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitExit();
    }

    /** SIGTERM, much as Ctrl-C; fails where the job does not end cleanly and say so. */
    public void stop() throws InterruptedException {
        process.destroy();
        int status = awaitExit();
        if (status != SIGTERM_STATUS || !output().contains("stopped cleanly")) {
            throw new AssertionError("no clean stop: " + this);
        }
    }

    /** SIGSTOP: every thread stands still where it is, and every connection stays open. */
    public void freeze() throws IOException, InterruptedException {
        signal("-STOP");
    }

    /** SIGCONT. */
    public void wake() throws IOException, InterruptedException {
        signal("-CONT");
    }

    /** The exit status; fails where the process does not end within a limit. */
    public int awaitExit() throws InterruptedException {
        if (!process.waitFor(END_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the job does not end: " + this);
        }
        return process.exitValue();
    }

    /** Waits until its log holds this; fails where it ends first. */
    public void awaitLogged(String text) {
        long deadline = System.nanoTime() + END_LIMIT.toNanos();
        while (!log().contains(text)) {
            if (!isAlive() || System.nanoTime() > deadline) {
                throw new AssertionError("not logged: " + text + ": " + this);
            }
            LockSupport.parkNanos(50_000_000);
        }
    }

    /** All that it printed. */
    public String output() {
        return text(output);
    }

    /** All that it logged. */
    public String log() {
        return text(log);
    }

    /** No stack trace in what a user sees. */
    public void requireNothingButWords() {
        assertThat(output()).doesNotContain("\tat ").doesNotContain("Exception");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start();
        if (kill.waitFor() != 0) {
            throw new AssertionError("no signal " + signal + " for process " + process.pid());
        }
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What it printed and logged last, for messages of failed assertions. */
    @Override
    public String toString() {
        return "process " + process.pid() + (process.isAlive() ? "" : ", ended with " + process.exitValue()) + "\n"
                + last(output()) + "\n--- log\n" + last(log());
    }

    private static String last(String text) {
        return text.substring(Math.max(0, text.length() - 3_000));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().orTimeout(END_LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }
}
