package io.trellara.handoff.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.ClusterJar;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar for clusters, as it was packaged. */
final class ClusterJarIT {
    @TempDir
    private Path folder;

    private static List<String> entries() throws IOException {
        try (JarFile jar = new JarFile(ClusterJar.path().toFile())) {
            return jar.stream().map(JarEntry::getName).toList();
        }
    }

    @Test
    void holdsNothingUnderAnotherName() throws IOException {
        assertThat(entries())
                .filteredOn(name -> name.endsWith(".class"))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("io/trellara/handoff/"));
    }

    @Test
    void offersNothingToTheLookUpsOfOthers() throws IOException {
        assertThat(entries())
                .filteredOn(name -> name.startsWith("META-INF/services/") && !name.endsWith("/"))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("META-INF/services/io.trellara.handoff."));
    }

    @Test
    void leavesTheDemoOutAndNamesTheJob() throws IOException {
        assertThat(entries())
                .noneMatch(name -> name.startsWith("io/trellara/handoff/demo/"))
                .anyMatch(name -> name.startsWith("io/trellara/handoff/job/HandoffJobMain"));
        try (JarFile jar = new JarFile(ClusterJar.path().toFile())) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
                    .isEqualTo("io.trellara.handoff.job.HandoffJobMain");
        }
    }

    @Test
    void runsAHandoffWithAllItBringsRelocated() throws Exception {
        try (TestServer source = Servers.source(PostgresVersion.V17);
                TestServer target = Servers.target(PostgresVersion.V17)) {
            ConnectionConfig from = source.newDatabase("shop");
            ConnectionConfig to = target.newDatabase("shop");
            TestServer.execute(
                    from,
                    "CREATE TABLE orders (id bigint PRIMARY KEY, item text)",
                    "INSERT INTO orders SELECT g, 'item ' || g FROM generate_series(1, 5000) g");
            Path config = CommandLineRun.yaml(folder, "public.orders", from, to);
            assertThat(java("run", "--local", "--until", "caught-up", "--config", config.toString()))
                    .contains("streaming; stopped cleanly");
        }
    }

    private String java(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "-cp",
                ClusterJar.path() + File.pathSeparator + ClusterJar.clusterClassPath(),
                "io.trellara.handoff.job.cli.Handoff"));
        command.addAll(List.of(words));
        Path printed = folder.resolve("printed");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(printed, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
