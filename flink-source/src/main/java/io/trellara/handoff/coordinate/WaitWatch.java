package io.trellara.handoff.coordinate;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Wait;
import io.trellara.handoff.model.WaitHolder;
import io.trellara.handoff.model.WaitKind;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps in the evidence what the run waits for and since when, for whoever asks there. What is told is in the
 * {@link WaitBook}; what the coordinator can see itself is looked for here. No step of the run goes by it, so it fails
 * none. Coordinator thread, but for what is written.
 */
final class WaitWatch {
    private static final Logger LOG = LoggerFactory.getLogger(WaitWatch.class);
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** Shorter waits are what work is made of. */
    private static final Duration WORTH_TELLING = Duration.ofSeconds(1);

    /** A wait that goes on is written so often, that it may be told from one whose coordinator is gone. */
    private static final Duration AGAIN = Duration.ofSeconds(5);

    /** A checkpoint is waited for from this part of the time on in which it must come. */
    private static final int CHECKPOINT_PART = 4;

    private final CoordinatorParts parts;
    private final WaitBook book;
    private final Work evidence;
    private final Seen seen;
    /** Nothing is known at first: an earlier coordinator, killed in a wait, has left it open. */
    private @Nullable List<String> written;

    private long writtenNanos;
    private boolean writing;

    /** What the coordinator sees of itself. */
    record Seen(StreamPhase stream, GateSource copied, CheckpointWatch checkpoints, Halting halting) {}

    WaitWatch(CoordinatorParts parts, WaitBook book, Work evidence, Seen seen) {
        this.parts = parts;
        this.book = book;
        this.evidence = evidence;
        this.seen = seen;
    }

    /** Begins to look, at a run that is open. */
    void watch(Executor coordinator) {
        evidence.every(LOOK, () -> coordinator.execute(this::look));
        book.whenOver(() -> coordinator.execute(this::look));
    }

    private void look() {
        lookForFloor();
        lookForCheckpoint();
        List<Wait> present = book.present().stream()
                .filter(wait -> wait.waited().compareTo(WORTH_TELLING) >= 0)
                .toList();
        List<String> whats =
                present.stream().map(wait -> wait.kind() + wait.what()).toList();
        long now = parts.nanoTime().getAsLong();
        boolean again = !whats.isEmpty() && now - writtenNanos >= AGAIN.toNanos();
        if (writing || seen.halting().halted() || (whats.equals(written) && !again)) {
            return;
        }
        writing = true;
        evidence.run(() -> parts.desk().waits(present), done -> {
            writing = false;
            writtenNanos = now;
            if (done) {
                written = whats;
            } else {
                LOG.debug("what the run waits for is not recorded; it is tried again");
            }
        });
    }

    /** The stream has come as far as it may, and a chunk keeps it there (R2). */
    private void lookForFloor() {
        Optional<Position> floor = seen.copied().floor();
        if (floor.isPresent() && seen.stream().standsAt(floor.get())) {
            tell(
                    WaitKind.FLOOR,
                    "the stream at its floor " + floor.get().shown(),
                    WaitHolder.unnamed(holding(floor.get())));
        } else {
            book.over(List.of(WaitKind.FLOOR));
        }
    }

    private String holding(Position floor) {
        List<ChunkRecord> open = seen.copied().chunks().stream()
                .filter(chunk -> chunk.state() == ChunkState.MEMBER || chunk.state() == ChunkState.CLAIMED)
                .sorted(Comparator.comparing(
                                (ChunkRecord chunk) -> !chunk.firstFloor().equals(Optional.of(floor)))
                        .thenComparing(chunk -> chunk.state() != ChunkState.CLAIMED))
                .toList();
        if (open.isEmpty()) {
            return "the end of a wave to be recorded";
        }
        ChunkRecord first = open.get(0);
        String reader =
                first.state() == ChunkState.CLAIMED ? ", being read or not yet in a checkpoint" : ", not claimed yet";
        String others = open.size() == 1 ? "" : ", and " + (open.size() - 1) + " more";
        return "chunk " + first.id()
                + first.wave().stream()
                        .mapToObj(wave -> " of wave " + wave)
                        .findFirst()
                        .orElse("") + reader + others;
    }

    private void lookForCheckpoint() {
        long age = seen.checkpoints().ageMillis();
        if (age >= parts.config().limits().checkpointOverdueMillis() / CHECKPOINT_PART) {
            book.waiting(new Wait(
                    WaitKind.CHECKPOINT,
                    "what is applied but not durable",
                    Duration.ofMillis(age),
                    WaitHolder.unnamed("a completed checkpoint")));
        } else {
            book.over(List.of(WaitKind.CHECKPOINT));
        }
    }

    /** A wait that is seen for the first time begins now. */
    private void tell(WaitKind kind, String subject, WaitHolder holder) {
        Duration waited = book.present().stream()
                .filter(wait -> wait.kind() == kind)
                .map(Wait::waited)
                .findFirst()
                .orElse(Duration.ZERO);
        book.waiting(new Wait(kind, subject, waited, holder));
    }
}
