package io.trellara.handoff.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.Position;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Rows that are written at the source while a run is dead, all over its tables: whatever was copied before, and is
 * copied later, there are changes whose verdict the evidence foretells.
 *
 * @param rows of each table, one in about every chunk
 * @param from where the log stood before they were committed
 * @param to where it stood after
 */
record Marks(int number, long rows, Position from, Position to) {
    /** Loaded rows from one mark to the next. */
    private static final int DISTANCE = 200;

    /** What the gate says of some of them. */
    record Verdicts(long suppressed, long replayed) {
        Verdicts plus(Verdicts other) {
            return new Verdicts(suppressed + other.suppressed, replayed + other.replayed);
        }
    }

    /** @param number how often it was done before in this run; at most eight times */
    static Marks write(Rig rig, int number) throws SQLException {
        long rows = rig.rowsOfATable() / DISTANCE;
        Position from = SideSql.insertEnd(rig.source());
        for (WorkloadTable table : rig.tables()) {
            TestServer.execute(
                    rig.source(),
                    "INSERT INTO " + table.relation().quoted() + " SELECT " + table.mark("n", DISTANCE, number)
                            + ", 1, 'mark' FROM "
                            + SideSql.series(rig.source().kind(), 0, rows - 1));
        }
        return new Marks(number, rows, from, SideSql.insertEnd(rig.source()));
    }

    /** The verdicts on one table's, by its chunks as they were copied in the end; none where no stream carried them. */
    Verdicts verdicts(WorkloadTable table, List<ChunkRecord> chunks, Position streamBegins) {
        if (streamBegins.covers(to)) {
            return new Verdicts(0, 0);
        }
        if (table.keys() == WorkloadTable.Keys.TEXT) {
            // The gate opens as a whole where keys are not compared.
            Position gate = chunks.stream()
                    .map(c -> c.gate().orElseThrow())
                    .reduce(Position::common)
                    .orElseThrow();
            Position boundary = chunks.stream()
                    .map(c -> c.boundary().orElseThrow())
                    .reduce(Position::with)
                    .orElseThrow();
            return verdict(rows, gate, boundary);
        }
        Verdicts all = new Verdicts(0, 0);
        for (ChunkRecord chunk : chunks) {
            all = all.plus(verdict(
                    within(chunk), chunk.gate().orElseThrow(), chunk.boundary().orElseThrow()));
        }
        return all;
    }

    private Verdicts verdict(long some, Position gate, Position boundary) {
        if (holds(gate)) {
            return new Verdicts(some, 0);
        }
        return new Verdicts(0, holds(boundary) ? some : 0);
    }

    private boolean holds(Position position) {
        assertThat(position.covers(to) || from.covers(position))
                .as("%s is in the middle of %s", position, this)
                .isTrue();
        return position.covers(to);
    }

    private long within(ChunkRecord chunk) {
        long count = 0;
        for (long mark = 0; mark < rows; mark++) {
            long id = WorkloadTable.markId(mark, DISTANCE, number);
            boolean aboveLower =
                    number(chunk.range().lower()).map(lower -> id > lower).orElse(true);
            if (aboveLower
                    && number(chunk.range().upper()).map(upper -> id <= upper).orElse(true)) {
                count++;
            }
        }
        return count;
    }

    private static Optional<Long> number(Optional<Key> bound) {
        return bound.map(key -> Long.valueOf(key.cells().get(0)));
    }
}
