package io.trellara.handoff.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which process of this machine has a database session, told by the port that it comes from. */
final class SessionProcess {
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final int LOCAL_ADDRESS = 1;
    private static final int INODE = 9;

    private SessionProcess() {}

    /** The one of {@code pids} that has a socket at this port. */
    static Optional<Long> of(int port, List<Long> pids) throws IOException {
        for (Path table : TABLES) {
            for (String line : Files.readAllLines(table)) {
                String[] fields = line.strip().split("\\s+", -1);
                if (fields.length > INODE && fields[LOCAL_ADDRESS].endsWith(String.format(":%04X", port))) {
                    String socket = "socket:[" + fields[INODE] + "]";
                    for (long pid : pids) {
                        if (holds(pid, socket)) {
                            return Optional.of(pid);
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static boolean holds(long pid, String socket) throws IOException {
        Path open = Path.of("/proc", Long.toString(pid), "fd");
        if (!Files.isDirectory(open)) {
            return false;
        }
        try (Stream<Path> files = Files.list(open)) {
            return files.anyMatch(file -> target(file).equals(socket));
        }
    }

    /** Files close while they are looked at. */
    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException closed) {
            return "";
        }
    }
}
