package io.trellara.handoff.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Position;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a run may have written, besides being right: nothing twice, but the rows of chunks that were read again and what
 * was replayed over them. And which chunks are read again after its coordinator was killed: none that is copied; every
 * claimed one that the way back cannot know of. What it may know of depends on how far a checkpoint had come. One
 * thread.
 */
public final class SeamLaw {
    private final Rig rig;
    private final List<Kill> kills = new ArrayList<>();

    /** @param reported attempts that the way back may know to be complete */
    private record Kill(FaultPoint point, List<ChunkRecord> chunks, Set<ChunkAttempt> reported, Marks marks) {
        boolean inMidCopy() {
            return point == FaultPoint.MID_COPY || point == FaultPoint.LATE_COPY;
        }

        /** What has to be read again. */
        List<ChunkRecord> unknown() {
            return chunks.stream()
                    .filter(chunk -> chunk.state() == ChunkState.CLAIMED && !reported.contains(chunk.attempt()))
                    .toList();
        }
    }

    public SeamLaw(Rig rig) {
        this.rig = rig;
    }

    /**
     * The attempts that are under way, or complete and not durable: of any of them a checkpoint may hold the report.
     */
    public Set<ChunkAttempt> claimed() {
        return chunks().stream()
                .filter(chunk -> chunk.state() == ChunkState.CLAIMED)
                .map(ChunkRecord::attempt)
                .collect(Collectors.toSet());
    }

    /**
     * The coordinator was killed at this point and no other one has begun. Writes rows, for which the gate must have an
     * answer later.
     *
     * @param reported attempts that the way back may know to be complete; of the evidence alone none
     */
    public void killed(FaultPoint point, Set<ChunkAttempt> reported) throws SQLException {
        Kill kill = new Kill(point, chunks(), Set.copyOf(reported), Marks.write(rig, kills.size() + 1));
        assertThat(!kill.inMidCopy()
                        || reported.containsAll(claimed())
                        || !kill.unknown().isEmpty())
                .as("something to be read again after %s", kill)
                .isTrue();
        kills.add(kill);
    }

    /**
     * Requires it of a run that has made everything durable.
     *
     * @param changes that the writers made
     */
    public void require(RunFacts end, long changes) throws SQLException {
        List<ChunkRecord> chunks = chunks();
        for (int i = 0; i < kills.size(); i++) {
            boolean last = i + 1 == kills.size();
            requireReadAgain(kills.get(i), last ? chunks : kills.get(i + 1).chunks());
        }
        if (kills.stream().anyMatch(Kill::inMidCopy)) {
            assertThat(end.waves()).hasSizeGreaterThan(1);
        }
        if (end.run().schedule().equals("woven")) {
            assertThat(end.waves()).hasSizeGreaterThan(3);
            assertThat(end.run().changes().suppressed()).isPositive();
        }
        requireMarks(end, chunks);
        requireWritten(end, changes, chunks);
    }

    private static void requireReadAgain(Kill kill, List<ChunkRecord> later) {
        Map<ChunkId, ChunkRecord> now = later.stream().collect(Collectors.toMap(ChunkRecord::id, Function.identity()));
        assertThat(kill.chunks().stream().filter(chunk -> chunk.state() == ChunkState.COPIED))
                .as("copied before %s", kill.point())
                .isSubsetOf(later);
        assertThat(kill.unknown()).as("read again after %s", kill.point()).allSatisfy(before -> {
            ChunkRecord chunk = Optional.ofNullable(now.get(before.id())).orElseThrow();
            assertThat(chunk.state() != ChunkState.COPIED || chunk.attempts() > before.attempts())
                    .as("%s", chunk)
                    .isTrue();
        });
    }

    /** R3 and R5 of the rows that were written after each kill. */
    private void requireMarks(RunFacts end, List<ChunkRecord> chunks) {
        Position begins = end.run().consistentLsn().orElseThrow();
        Marks.Verdicts least = new Marks.Verdicts(0, 0);
        boolean replay = false;
        for (WorkloadTable table : rig.tables()) {
            List<ChunkRecord> own = chunks.stream()
                    .filter(chunk -> chunk.id().relation().equals(table.relation()))
                    .toList();
            for (Kill kill : kills) {
                least = least.plus(kill.marks().verdicts(table, own, begins));
            }
            replay |= own.stream().map(ChunkRecord::boundary).distinct().count() > 1;
        }
        assertThat(end.run().changes().suppressed()).as("%s", end).isGreaterThanOrEqualTo(least.suppressed());
        assertThat(end.run().changes().replayed()).as("%s", end).isGreaterThanOrEqualTo(least.replayed());
        if (!replay && readOnce(chunks)) {
            assertThat(end.run().changes().replayed()).as("%s", end).isZero();
        }
    }

    private void requireWritten(RunFacts end, long changes, List<ChunkRecord> chunks) throws SQLException {
        long read =
                chunks.stream().mapToLong(c -> c.copiedRows() * c.attempts()).sum();
        long marks = kills.stream().mapToLong(kill -> kill.marks().rows()).sum()
                * rig.tables().size();
        long replayed = end.run().changes().replayed();
        assertThat(rig.journal().written())
                .isGreaterThan(rig.rowsOfATable() * rig.tables().size())
                .isLessThanOrEqualTo(read + 2 * (changes + marks + replayed));
        if (readOnce(chunks) && replayed == 0) {
            for (WorkloadTable table : rig.tables()) {
                assertThat(rig.journal().writtenTwice(table.relation()))
                        .as("%s", table)
                        .isZero();
            }
        }
    }

    private static boolean readOnce(List<ChunkRecord> chunks) {
        return chunks.stream().allMatch(chunk -> chunk.attempts() == 1);
    }

    private List<ChunkRecord> chunks() {
        return rig.evidence().chunks(rig.run());
    }
}
