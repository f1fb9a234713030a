package io.trellara.handoff.job.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckpointFolderTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    @TempDir
    private Path folder;

    private Path checkpoint(String job, int number, int second) throws IOException {
        Path checkpoint = Files.createDirectories(folder.resolve(job).resolve("chk-" + number));
        Path metadata = Files.writeString(checkpoint.resolve("_metadata"), "x");
        Files.setLastModifiedTime(metadata, FileTime.from(START.plusSeconds(second)));
        return checkpoint;
    }

    @Test
    void findsTheNewestOfAllStarts() throws IOException {
        checkpoint("first", 99, 10);
        Path newest = checkpoint("second", 3, 20);
        assertThat(new CheckpointFolder(folder).newest()).contains(newest);
    }

    @Test
    void leavesCheckpointsThatWereNeverCompleted() throws IOException {
        Path complete = checkpoint("job", 4, 10);
        Files.createDirectories(folder.resolve("job").resolve("chk-5"));
        Files.createDirectories(folder.resolve("job").resolve("shared"));
        assertThat(new CheckpointFolder(folder).newest()).contains(complete);
    }

    @Test
    void breaksATieByTheNumber() throws IOException {
        checkpoint("job", 9, 10);
        Path last = checkpoint("job", 10, 10);
        assertThat(new CheckpointFolder(folder).newest()).contains(last);
    }

    @Test
    void findsNoneWhereNothingRanYet() {
        assertThat(new CheckpointFolder(folder.resolve("none")).newest()).isEmpty();
    }
}
