package io.trellara.handoff.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own, with what it prints and logs. One thread. */
final class JavaProcess implements AutoCloseable {
    private static final Duration END_LIMIT = Duration.ofMinutes(4);
    private static final int TOLD_LAST = 3_000;

    private final Process process;
    private final Path output;
    private final Path log;

    private JavaProcess(Process process, Path output, Path log) {
        this.process = process;
        this.output = output;
        this.log = log;
    }

    /**
     * Starts one; it prints to {@code name.out}, and is expected to log to {@code name.log}.
     *
     * @param options of the JVM, beside a small heap and what Flink reaches into
     * @param command the main class and its arguments
     */
    static JavaProcess start(Path folder, String name, List<String> options, String classPath, List<String> command)
            throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-Xms128m", "-Xmn64m", "-Xmx256m", "-XX:MetaspaceSize=96m"));
        words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        for (String opened : List.of("java.lang", "java.util", "java.nio", "java.time")) {
            words.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
        }
        words.addAll(options);
        words.addAll(List.of("-cp", classPath));
        words.addAll(command);
        Path output = folder.resolve(name + ".out");
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new JavaProcess(process, output, log(folder, name));
    }

    /** Where a process of this name logs to. */
    static Path log(Path folder, String name) {
        return folder.resolve(name + ".log");
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL: no hook, no close, no flush. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitExit();
    }

    /** SIGTERM; returns at once. */
    void terminate() {
        process.destroy();
    }

    void signal(String signal) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start();
        if (kill.waitFor() != 0) {
            throw new AssertionError("no signal " + signal + " for process " + process.pid());
        }
    }

    /** The exit status; fails where the process does not end within a limit. */
    int awaitExit() throws InterruptedException {
        if (!process.waitFor(END_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("it does not end: " + this);
        }
        return process.exitValue();
    }

    /** All that it printed. */
    String output() {
        return text(output);
    }

    /** All that it logged. */
    String logged() {
        return text(log);
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return "process " + process.pid() + (process.isAlive() ? "" : ", ended with " + process.exitValue()) + "\n"
                + last(output()) + "\n--- log\n" + last(logged());
    }

    private static String last(String text) {
        return text.substring(Math.max(0, text.length() - TOLD_LAST));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().orTimeout(END_LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }
}
