package io.trellara.handoff.harness;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The jar for clusters, as it was packaged, and the class path of a cluster that it is given to. */
public final class ClusterJar {
    private static final Path BUILT = Path.of("..", "job", "target");

    /** What the jar brings by itself; the rest of the launcher's class path stands for a cluster's. */
    private static final Pattern BROUGHT = Pattern.compile(
            ".*(/handoff-|/jackson-|flyway|picocli|postgresql-4|/snakeyaml-2|connector-jdbc|jspecify).*");

    private ClusterJar() {}

    public static Path path() {
        return BUILT.resolve("handoff-cluster.jar");
    }

    /** Flink and its logging, and nothing that the jar brings. */
    public static String clusterClassPath() throws IOException {
        return Arrays.stream(Files.readString(BUILT.resolve("handoff.classpath"))
                        .strip()
                        .split(File.pathSeparator, -1))
                .filter(entry -> !BROUGHT.matcher(entry).matches())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
