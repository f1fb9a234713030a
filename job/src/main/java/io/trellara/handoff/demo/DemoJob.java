package io.trellara.handoff.demo;

import io.trellara.handoff.local.EndHook;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The job in a JVM of its own, started as a user would start it: {@code handoff run --local --config FILE}. */
final class DemoJob implements AutoCloseable {
    private static final Duration END_LIMIT = Duration.ofSeconds(30);
    private static final int SHOWN_LINES = 25;

    private final Process process;
    private final Path output;
    private final EndHook hook;

    private DemoJob(Process process, Path output) {
        this.process = process;
        this.output = output;
        this.hook = EndHook.on("demo-job-end", process::destroyForcibly);
    }

    static DemoJob start(DemoJvm jvm, Path config, Path output) throws IOException {
        Process process = jvm.command("run", "--local", "--config", config.toString())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                .start();
        return new DemoJob(process, output);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitStatus() {
        return process.exitValue();
    }

    /** SIGKILL: no hook, no close, no flush. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** SIGTERM, as Ctrl-C does; SIGKILL where that is not enough. */
    void stop() {
        process.destroy();
        if (!awaitEnd()) {
            kill();
        }
    }

    private boolean awaitEnd() {
        try {
            return process.waitFor(END_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The last lines of what it printed. */
    List<String> lastLines() {
        try {
            List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
            return lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size());
        } catch (IOException e) {
            return List.of("(no output: " + e + ")");
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
        hook.close();
    }
}
