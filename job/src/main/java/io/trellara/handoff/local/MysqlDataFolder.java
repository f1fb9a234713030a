package io.trellara.handoff.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The data folder of a server that has not run yet: no account but root without a password, no history, no identity. To
 * make one takes seconds; where the system property {@value #PREPARED_PROPERTY} names a folder, each version's is made
 * there once, and servers get copies. Settings that count only when a data folder is made are the defaults.
 */
final class MysqlDataFolder {
    static final String PREPARED_PROPERTY = "handoff.servers.prepared";

    /** Holds the server's UUID; a server that finds none gives itself a new one. */
    private static final String IDENTITY = "auto.cnf";

    private MysqlDataFolder() {}

    /** Makes {@code data}, which does not exist. */
    static void make(MysqlVersion version, MysqlBinaries binaries, Path data) throws IOException {
        Optional<String> prepared =
                Optional.ofNullable(System.getProperty(PREPARED_PROPERTY)).filter(name -> !name.isEmpty());
        if (prepared.isEmpty()) {
            initialize(version, binaries, data);
            return;
        }
        String name = "mysql-" + version.number() + "-" + binaries.digest();
        Path made = MadeOnce.folder(
                Path.of(prepared.get()), name, empty -> initialize(version, binaries, empty.resolve("data")));
        copy(made.resolve("data"), data);
    }

    private static void initialize(MysqlVersion version, MysqlBinaries binaries, Path data) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--initialize-insecure", "--datadir=" + data));
        arguments.addAll(MysqlSettings.arguments(version, Map.of()));
        arguments.addAll(List.of("--skip-log-bin", "--gtid-mode=OFF"));
        ServerCommand.runWords("mysqld", binaries.words(arguments));
        Files.deleteIfExists(data.resolve(IDENTITY));
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> outermostFirst;
        try (Stream<Path> tree = Files.walk(from)) {
            outermostFirst = tree.sorted().toList();
        }
        for (Path path : outermostFirst) {
            Files.copy(path, to.resolve(from.relativize(path).toString()));
        }
    }
}
