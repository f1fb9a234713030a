package io.trellara.handoff.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A real file system of a few megabytes, which can be filled to the last byte; only root can have one. One thread. */
public final class SmallDisk implements AutoCloseable {
    private static final int BLOCK = 4_096;

    private final Path place;

    private SmallDisk(Path place) {
        this.place = place;
    }

    /** Mounts it at an empty folder; the test is skipped where that is not allowed. */
    public static SmallDisk mount(Path folder, int megabytes) throws IOException {
        Path place = Files.createDirectories(folder);
        boolean mounted =
                run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "handoff-test", place.toString());
        Assumptions.assumeTrue(mounted, "needs to mount a file system");
        return new SmallDisk(place);
    }

    /** Where a tablespace can be. */
    public Path space() throws IOException {
        return Files.createDirectories(place.resolve("space"));
    }

    /** Leaves so many bytes free. */
    public void fill(int left) throws IOException {
        byte[] block = new byte[BLOCK];
        try (OutputStream file = Files.newOutputStream(filler())) {
            while (place.toFile().getUsableSpace() > left) {
                file.write(block);
            }
        }
    }

    /** Gives the space back. */
    public void clear() throws IOException {
        Files.delete(filler());
    }

    private Path filler() {
        return place.resolve("filler");
    }

    @Override
    public void close() throws IOException {
        if (!run("umount", "--lazy", place.toString())) {
            throw new IOException(place + " is still mounted");
        }
    }

    private static boolean run(String... words) throws IOException {
        Process process = new ProcessBuilder(List.of(words))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
