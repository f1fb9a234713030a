package io.trellara.handoff.bench;

import io.trellara.handoff.local.EmbeddedPostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The limit: the table in two halves, each through {@code COPY … TO STDOUT | COPY … FROM STDIN}. By psql where there is
 * one, else by a Java process of its own; either way only the servers' CPU is charged.
 */
final class Pipes {
    private Pipes() {}

    static boolean psql() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "psql")));
    }

    /** Copies ids from 1 to {@code rows}; returns what the servers used. */
    static Usage run(BenchServers servers, long rows) throws IOException {
        Usage before = servers.now(0);
        List<Process> processes = new ArrayList<>();
        processes.addAll(pipe(servers, 1, rows / 2));
        processes.addAll(pipe(servers, rows / 2 + 1, rows));
        for (Process process : processes) {
            if (process.onExit().join().exitValue() != 0) {
                throw new IllegalStateException("a pipe ended with " + process.exitValue());
            }
        }
        return servers.now(0).since(before);
    }

    private static List<Process> pipe(BenchServers servers, long from, long to) throws IOException {
        String out =
                "COPY (SELECT * FROM " + BenchTable.NAME + " WHERE id BETWEEN " + from + " AND " + to + ") TO STDOUT";
        String in = "COPY " + BenchTable.NAME + " FROM STDIN";
        if (psql()) {
            return ProcessBuilder.startPipeline(List.of(psql(servers.source(), out), psql(servers.target(), in)));
        }
        List<String> words = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                JavaPipe.class.getName());
        ProcessBuilder java = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
        java.environment().put("PIPE_FROM", JavaPipe.address(servers.source()));
        java.environment().put("PIPE_TO", JavaPipe.address(servers.target()));
        java.environment().put("PIPE_OUT", out);
        java.environment().put("PIPE_IN", in);
        return List.of(java.start());
    }

    private static ProcessBuilder psql(EmbeddedPostgresServer server, String sql) {
        ProcessBuilder psql = new ProcessBuilder(
                        "psql",
                        "-X",
                        "-q",
                        "-v",
                        "ON_ERROR_STOP=1",
                        "-h",
                        "127.0.0.1",
                        "-p",
                        "" + server.port(),
                        "-U",
                        server.superuser(),
                        "-d",
                        BenchServers.DATABASE,
                        "-c",
                        sql)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        psql.environment().put("PGPASSWORD", server.password());
        return psql;
    }
}
