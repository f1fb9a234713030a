package io.trellara.handoff.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.StreamSupport;

/**
 * Finds the packaged server of a major version and unpacks it once per machine, into the temporary folder.
 *
 * <p>Version 17 is on the class path. All packages share one artifact, so the other versions cannot be: they are jars
 * in the folder that the system property {@value #FOLDER_PROPERTY} names.
 */
final class PostgresBinaries {
    static final String FOLDER_PROPERTY = "handoff.postgres.binaries";

    private final Path cache;
    private final String archive;

    PostgresBinaries(Path cache, String architecture) {
        this.cache = cache;
        this.archive = "postgres-linux-" + packagedName(architecture) + ".txz";
    }

    static PostgresBinaries ofThisMachine() {
        Path cache =
                Path.of(System.getProperty("java.io.tmpdir"), "handoff-postgres-" + System.getProperty("user.name"));
        return new PostgresBinaries(cache, System.getProperty("os.arch"));
    }

    static String packagedName(String architecture) {
        return switch (architecture.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default -> architecture;
        };
    }

    /** The folder that holds {@code bin/}, {@code lib/} and {@code share/} (EMBEDDED_SERVER). */
    Path folder(PostgresVersion version) {
        try {
            return version.onClassPath() ? fromClassPath(version) : fromJar(version);
        } catch (IOException e) {
            throw ServerFailure.of(version, "its package cannot be read: " + e, e);
        }
    }

    private Path fromClassPath(PostgresVersion version) throws IOException {
        ClassLoader loader = PostgresBinaries.class.getClassLoader();
        try (InputStream packed = loader.getResourceAsStream(archive)) {
            if (packed == null) {
                throw ServerFailure.of(version, archive + " is not on the class path", null);
            }
            return unpackedOnce(version, packed);
        }
    }

    private Path fromJar(PostgresVersion version) throws IOException {
        Path jar = jarOf(version);
        try (FileSystem inside = FileSystems.newFileSystem(jar);
                InputStream packed = Files.newInputStream(inside.getPath(archive))) {
            return unpackedOnce(version, packed);
        }
    }

    private static Path jarOf(PostgresVersion version) throws IOException {
        String folder = System.getProperty(FOLDER_PROPERTY);
        if (folder == null) {
            throw ServerFailure.of(
                    version, "the property " + FOLDER_PROPERTY + " names no folder with its package", null);
        }
        try (DirectoryStream<Path> jars =
                Files.newDirectoryStream(Path.of(folder), "*-" + version.major() + ".*.jar")) {
            return StreamSupport.stream(jars.spliterator(), false)
                    .max(Comparator.comparing(Path::getFileName))
                    .orElseThrow(() -> ServerFailure.of(version, folder + " holds no package of it", null));
        }
    }

    private Path unpackedOnce(PostgresVersion version, InputStream packed) throws IOException {
        byte[] bytes = packed.readAllBytes();
        String name = version.major() + "-" + Digest.sha256(bytes).substring(0, 16);
        return MadeOnce.folder(cache, name, empty -> TarXz.unpack(bytes, empty));
    }
}
