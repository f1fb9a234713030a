package io.trellara.handoff.harness;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Classes that the JVMs of one class path share, read and verified once: a fifth of what a job takes to start. The
 * first JVM that ends by itself leaves them, in the folder that the system property {@value #FOLDER_PROPERTY} names;
 * without it, and where the class path is not of jars alone, nothing is shared. The JVM itself holds them against the
 * jars.
 */
final class SharedClasses {
    private static final String FOLDER_PROPERTY = "handoff.classes.shared";
    private static final String QUIETLY = "-Xlog:cds*=off";

    private final Optional<Path> archive;
    private final Path left;

    private SharedClasses(Optional<Path> archive, Path left) {
        this.archive = archive;
        this.left = left;
    }

    /** For one JVM of this class path. */
    static SharedClasses of(String classPath) throws IOException {
        String folder = System.getProperty(FOLDER_PROPERTY, "");
        List<Path> entries = Arrays.stream(classPath.split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(Files::exists)
                .toList();
        if (folder.isEmpty() || entries.stream().anyMatch(Files::isDirectory)) {
            return new SharedClasses(Optional.empty(), Path.of(""));
        }
        StringBuilder jars = new StringBuilder();
        for (Path entry : entries) {
            jars.append(entry).append(Files.getLastModifiedTime(entry)).append('\n');
        }
        Path place = Files.createDirectories(Path.of(folder));
        UUID name = UUID.nameUUIDFromBytes(jars.toString().getBytes(StandardCharsets.UTF_8));
        return new SharedClasses(Optional.of(place.resolve(name + ".jsa")), place.resolve(UUID.randomUUID() + ".left"));
    }

    /** The class path without the folders of tests, in which there is nothing for a job; no entry is a folder too. */
    static String withoutTests(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty() && !entry.endsWith("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Options of the JVM: to use what is there, or to leave it at its end. */
    List<String> options() {
        return archive.map(file -> Files.exists(file)
                        ? List.of(QUIETLY, "-XX:SharedArchiveFile=" + file)
                        : List.of(QUIETLY, "-XX:ArchiveClassesAtExit=" + left))
                .orElse(List.of());
    }

    /** The JVM has ended by itself: what it has left is for all that start later. */
    void keep() throws IOException {
        if (archive.isPresent() && Files.exists(left)) {
            Files.move(left, archive.get(), StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
