package io.trellara.handoff.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.job.progress.RunFacts;
import java.sql.SQLException;
import java.util.List;

/**
 * What a run whose coordinator was killed at a point may have written, besides being right: nothing twice, but the rows
 * of chunks that were read again and what was replayed over them.
 */
public final class SeamLaw {
    private SeamLaw() {}

    /** @param changes that the writers made */
    public static void require(FaultPoint point, Rig rig, RunFacts end, long changes) throws SQLException {
        List<ChunkRecord> chunks = rig.evidence().chunks(rig.run());
        if (point == FaultPoint.MID_COPY || point == FaultPoint.LATE_COPY) {
            requireReadAgain(rig, end, changes, chunks);
            // Later the tables whose keys are compared may be copied already.
            assertThat(point == FaultPoint.LATE_COPY || end.run().changes().suppressed() > 0)
                    .as("%s", end)
                    .isTrue();
            return;
        }
        assertThat(chunks).extracting(ChunkRecord::attempts).containsOnly(1);
        assertThat(rig.journal().written()).isGreaterThan(2 * rig.rowsOfATable());
        boolean laterView = point == FaultPoint.BEFORE_PLAN || point == FaultPoint.BEFORE_FIRST_CLAIM;
        if (laterView) {
            // The copy was read in a later view than the run's own, which holds what the stream begins with: the gate
            // knows, also where keys cannot be compared, since all of them were read in that one view.
            assertThat(end.run().changes().suppressed()).isPositive();
            assertThat(end.run().changes().replayed()).isZero();
        }
        for (WorkloadTable table : rig.tables()) {
            assertThat(rig.journal().writtenTwice(table.relation()))
                    .as("%s", table)
                    .isZero();
        }
    }

    private static void requireReadAgain(Rig rig, RunFacts end, long changes, List<ChunkRecord> chunks)
            throws SQLException {
        assertThat(chunks).extracting(ChunkRecord::attempts).contains(1, 2);
        assertThat(end.waves()).hasSizeGreaterThan(1);
        assertThat(end.run().changes().replayed()).isPositive();
        requireBound(rig, end, changes, chunks);
    }

    /** The same of a woven copy, wherever it was killed. */
    public static void requireWoven(Rig rig, RunFacts end, long changes) throws SQLException {
        List<ChunkRecord> chunks = rig.evidence().chunks(rig.run());
        assertThat(end.waves()).hasSizeGreaterThan(3);
        assertThat(end.run().changes().suppressed()).isPositive();
        boolean readOnce = chunks.stream().allMatch(chunk -> chunk.attempts() == 1);
        if (readOnce && end.run().changes().replayed() == 0) {
            for (WorkloadTable table : rig.tables()) {
                assertThat(rig.journal().writtenTwice(table.relation()))
                        .as("%s", table)
                        .isZero();
            }
        }
        requireBound(rig, end, changes, chunks);
    }

    private static void requireBound(Rig rig, RunFacts end, long changes, List<ChunkRecord> chunks)
            throws SQLException {
        long read =
                chunks.stream().mapToLong(c -> c.copiedRows() * c.attempts()).sum();
        assertThat(rig.journal().written())
                .isLessThanOrEqualTo(read + 2 * (changes + end.run().changes().replayed()));
    }
}
