package io.trellara.handoff.bench;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The job in a JVM of its own, started by the launcher as a user would start it. One thread. */
final class BenchJob implements AutoCloseable {
    private static final long END_SECONDS = 60;

    private final Process process;
    private final Path output;

    private BenchJob(Process process, Path output) {
        this.process = process;
        this.output = output;
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "bench-job-end"));
    }

    /** Runs the configuration; {@code more} are further arguments. */
    static BenchJob start(Path launcher, Path config, String... more) throws IOException {
        Path output = config.resolveSibling("job.out");
        List<String> words = new ArrayList<>(List.of(launcher.toString(), "run", "--local", "-c", config.toString()));
        words.addAll(List.of(more));
        // The launcher replaces itself by the JVM, so this process id is the JVM's.
        Process process = new ProcessBuilder(words)
                .directory(output.resolveSibling(".").toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                .start();
        return new BenchJob(process, output);
    }

    /**
     * Writes a configuration with nothing but defaults; the run's id is {@code run}, its slot {@code bench_} and that.
     */
    static Path configure(Path folder, BenchServers servers, String relation, String run) throws IOException {
        return configure(folder, servers, relation, run, "");
    }

    /** The same, with {@code more} lines. */
    static Path configure(Path folder, BenchServers servers, String relation, String run, String more)
            throws IOException {
        return configure(
                folder,
                servers.source().connection(BenchServers.DATABASE),
                servers.target().connection(BenchServers.DATABASE),
                new Copied(relation, run),
                more);
    }

    /** What is copied, and under which id. */
    record Copied(String relation, String run) {}

    /** From and to databases of any kind. */
    static Path configure(Path folder, ConnectionConfig source, ConnectionConfig target, Copied copied, String more)
            throws IOException {
        String slot = source.kind() == DatabaseKind.POSTGRESQL ? ", slot: bench_" + copied.run() : "";
        return Files.writeString(folder.resolve("handoff-" + copied.run() + ".yaml"), """
                run: {source: bench, dataset: bench, id: %s}
                source: {url: '%s', username: %s, password: '%s', relations: [%s]%s}
                target: {url: '%s', username: %s, password: '%s'}
                local: {parallelism: 2}
                %s
                """.formatted(
                        copied.run(),
                        source.url(),
                        source.username(),
                        source.password(),
                        copied.relation(),
                        slot,
                        target.url(),
                        target.username(),
                        target.password(),
                        more));
    }

    long pid() {
        return process.pid();
    }

    void requireAlive() {
        if (!process.isAlive() && process.exitValue() != 0) {
            throw new IllegalStateException("the job ended with " + process.exitValue() + ":\n" + lastLines());
        }
    }

    /** Waits for an end that the job comes to by itself. */
    void awaitEnd() {
        try {
            if (!process.waitFor(600, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the job does not end:\n" + lastLines());
            }
            requireAlive();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Stops it as Ctrl-C does. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }

    private String lastLines() {
        try {
            List<String> lines = Files.readAllLines(output);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException e) {
            return "(no output: " + e + ")";
        }
    }
}
