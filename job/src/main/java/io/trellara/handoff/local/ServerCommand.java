package io.trellara.handoff.local;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs the server's programs. They refuse to run as root; root therefore runs them in a user namespace of its own,
 * where they are nobody in particular, with the same process id and the same files.
 */
final class ServerCommand {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final Path binaries;
    private final boolean root;

    ServerCommand(Path binaries, boolean root) {
        this.binaries = binaries;
        this.root = root;
    }

    static ServerCommand in(Path binaries) {
        return new ServerCommand(binaries, "root".equals(System.getProperty("user.name")));
    }

    /** The words to start {@code program} with. */
    List<String> words(String program, List<String> arguments) {
        List<String> words = new ArrayList<>();
        if (root) {
            words.addAll(List.of("unshare", "--user"));
        }
        words.add(binaries.resolve("bin").resolve(program).toString());
        words.addAll(arguments);
        return words;
    }

    /** Starts a program that stays; its output is appended to a file. */
    Process start(String program, List<String> arguments, Path log) throws IOException {
        return start(words(program, arguments), log);
    }

    static Process start(List<String> words, Path log) throws IOException {
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /** Runs a program to its end; anything but success within two minutes is an error that quotes its last output. */
    void run(String program, List<String> arguments) throws IOException {
        runWords(program, words(program, arguments));
    }

    static void runWords(String program, List<String> words) throws IOException {
        Path output = Files.createTempFile("handoff-" + program, ".out");
        try {
            Process process = start(words, output);
            if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new IOException(program + " did not end within " + LIMIT.toSeconds() + " s");
            }
            if (process.exitValue() != 0) {
                throw new IOException(program + " ended with " + process.exitValue() + ": " + lastLines(output));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(program + " was interrupted");
        } finally {
            Files.deleteIfExists(output);
        }
    }

    static String lastLines(Path file) throws IOException {
        if (!Files.exists(file)) {
            return "(nothing)";
        }
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
    }
}
