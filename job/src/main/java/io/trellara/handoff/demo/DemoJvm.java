package io.trellara.handoff.demo;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line in a JVM of its own, as a user would start it, with this JVM's memory and switches.
 *
 * @param mainClass the command line's main class, on this JVM's class path
 * @param log where it logs
 */
record DemoJvm(String mainClass, Path log) {
    /** What a command said. */
    record Said(int status, List<String> lines) {
        Said {
            lines = List.copyOf(lines);
        }
    }

    ProcessBuilder command(String... arguments) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(DemoJvm::passedOn)
                .forEach(words::add);
        words.add("-Dhandoff.terminal=false");
        words.add("-Dhandoff.log=" + log);
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        words.addAll(List.of(arguments));
        return new ProcessBuilder(words).redirectErrorStream(true);
    }

    /** Memory, switches and properties of this JVM, but no agents, which would want the same ports and files. */
    private static boolean passedOn(String argument) {
        return (argument.startsWith("-X") && !argument.startsWith("-Xrun"))
                || argument.startsWith("--add-")
                || argument.startsWith("-Dhandoff.")
                || argument.startsWith("-Dlog4j");
    }

    /** Runs a command to its end. */
    Said run(String... arguments) throws IOException {
        Process process = command(arguments).start();
        try (var printed = process.inputReader(StandardCharsets.UTF_8)) {
            List<String> lines = printed.lines().toList();
            return new Said(process.waitFor(), lines);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
