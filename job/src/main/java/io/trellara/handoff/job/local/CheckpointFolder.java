package io.trellara.handoff.job.local;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A run's checkpoints in a folder: {@code <job id>/chk-N}, one folder for each time the job was started. */
public final class CheckpointFolder {
    private static final String COMPLETE = "_metadata";

    private final Path folder;

    public CheckpointFolder(Path folder) {
        this.folder = folder;
    }

    private record Checkpoint(Path path, FileTime completed, long number) {
        static final Comparator<Checkpoint> ORDER =
                Comparator.comparing(Checkpoint::completed).thenComparingLong(Checkpoint::number);
    }

    /**
     * The newest completed checkpoint of any start. A killed job leaves some without {@code _metadata}: those were
     * never completed.
     */
    public Optional<Path> newest() {
        try {
            List<Checkpoint> complete = new ArrayList<>();
            for (Path job : folders(folder)) {
                for (Path checkpoint : folders(job)) {
                    Path metadata = checkpoint.resolve(COMPLETE);
                    if (Files.isRegularFile(metadata)) {
                        complete.add(
                                new Checkpoint(checkpoint, Files.getLastModifiedTime(metadata), number(checkpoint)));
                    }
                }
            }
            return complete.stream().max(Checkpoint.ORDER).map(Checkpoint::path);
        } catch (IOException unreadable) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    "local.checkpoint-dir " + folder,
                    "a folder that cannot be read",
                    "a readable folder, or none",
                    "mend its permissions, or start with --fresh-state: the evidence is enough to resume"));
        }
    }

    private static long number(Path checkpoint) {
        String digits = String.valueOf(checkpoint.getFileName()).replaceAll("\\D", "");
        return digits.isEmpty() || digits.length() > 18 ? 0 : Long.parseLong(digits);
    }

    private static List<Path> folders(Path parent) throws IOException {
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(parent)) {
            return children.filter(Files::isDirectory).toList();
        }
    }
}
