package io.trellara.handoff.local;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The program of a MySQL version, as {@code ./dev servers} has placed it: with its own C library and loader, so that
 * the machine's own ones do not matter.
 */
final class MysqlBinaries {
    static final String FOLDER_PROPERTY = "handoff.servers.folder";

    private final Path folder;
    private final Path loader;

    private MysqlBinaries(Path folder, Path loader) {
        this.folder = folder;
        this.loader = loader;
    }

    /** Finds a version's folder (EMBEDDED_SERVER). */
    static MysqlBinaries of(MysqlVersion version) {
        Path folder = cache().resolve("mysql-" + version.number());
        if (!Files.isExecutable(folder.resolve("bin/mysqld"))) {
            throw ServerFailure.of(version, folder + " holds no server; ./dev servers fetches it", null);
        }
        try (DirectoryStream<Path> loaders = Files.newDirectoryStream(folder.resolve("lib"), "ld-linux-*")) {
            return new MysqlBinaries(folder, loaders.iterator().next());
        } catch (IOException e) {
            throw ServerFailure.of(version, "its folder cannot be read: " + e, e);
        }
    }

    private static Path cache() {
        return given(System.getProperty(FOLDER_PROPERTY))
                .or(() -> given(System.getenv("HANDOFF_SERVERS")))
                .or(() -> given(System.getenv("XDG_CACHE_HOME")).map(MysqlBinaries::inCache))
                .orElseGet(() -> inCache(Path.of(System.getProperty("user.home"), ".cache")));
    }

    private static Optional<Path> given(@Nullable String path) {
        return Optional.ofNullable(path).filter(text -> !text.isEmpty()).map(Path::of);
    }

    private static Path inCache(Path cache) {
        return cache.resolve("trellara-handoff/servers");
    }

    /** Names what is in the folder, by the digests that were placed with it. */
    String digest() throws IOException {
        return Digest.sha256(Files.readAllBytes(folder.resolve("SHA256SUMS"))).substring(0, 16);
    }

    /** The words that start the server with {@code arguments}. */
    List<String> words(List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(
                loader.toString(),
                "--library-path",
                folder.resolve("lib").toString(),
                folder.resolve("bin/mysqld").toString(),
                "--no-defaults"));
        if ("root".equals(System.getProperty("user.name"))) {
            words.add("--user=root"); // it refuses to run as root unless it is told to
        }
        words.add("--basedir=" + folder);
        words.add("--lc-messages-dir=" + folder.resolve("share"));
        words.add("--character-sets-dir=" + folder.resolve("share/charsets"));
        words.add("--plugin-dir=" + folder.resolve("lib"));
        words.addAll(arguments);
        return words;
    }
}
