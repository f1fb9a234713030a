package io.trellara.handoff.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Runs {@link MysqlPipe} in a JVM like the job's, and counts what it costs from its first statement on. */
final class MysqlPipes {
    private MysqlPipes() {}

    /** Copies those ranges of ids over two connections at each side. */
    static Usage run(MysqlBenchServers servers, BenchSide target, List<String> chunks) throws IOException {
        List<String> words = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                MysqlPipe.class.getName());
        ProcessBuilder java = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
        java.environment().put("PIPE_FROM", MysqlPipe.address(servers.source().database()));
        java.environment().put("PIPE_TO", MysqlPipe.address(target.database()));
        java.environment().put("PIPE_CHUNKS", String.join(",", chunks));
        java.environment().put("PIPE_CONNECTIONS", "2");
        Process process = java.start();
        try (BufferedReader said = process.inputReader()) {
            require(said, MysqlPipe.READY);
            Usage before = servers.now(target, process.pid());
            answer(process);
            require(said, MysqlPipe.DONE);
            Usage usage = servers.now(target, process.pid()).since(before);
            answer(process);
            return usage;
        } finally {
            process.destroy();
        }
    }

    private static void require(BufferedReader said, String word) throws IOException {
        String line = said.readLine();
        if (!word.equals(line)) {
            throw new IllegalStateException("the pipe says " + line + ", not " + word);
        }
    }

    private static void answer(Process process) throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }
}
