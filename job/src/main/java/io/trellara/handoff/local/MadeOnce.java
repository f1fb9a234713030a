package io.trellara.handoff.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A folder that is made once and found by all who ask later. Two JVMs may come at once: one makes it beside its place
 * and moves it there, the other waits at the lock. The file's lock is the JVM's, so threads of one JVM wait for each
 * other before it.
 */
final class MadeOnce {
    private static final Object ONE_THREAD = new Object();

    private MadeOnce() {}

    /** Fills the empty folder that it is given. */
    interface Maker {
        void fill(Path empty) throws IOException;
    }

    /** The folder {@code name} in {@code cache}; {@code maker} is asked where there is none. */
    static Path folder(Path cache, String name, Maker maker) throws IOException {
        synchronized (ONE_THREAD) {
            Path place = cache.resolve(name);
            Files.createDirectories(cache);
            try (FileChannel channel = FileChannel.open(
                            cache.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (lock.isValid() && !Files.isDirectory(place)) {
                    Path beside = Files.createTempDirectory(cache, "making-");
                    maker.fill(beside);
                    Files.move(beside, place, StandardCopyOption.ATOMIC_MOVE);
                }
            }
            return place;
        }
    }
}
