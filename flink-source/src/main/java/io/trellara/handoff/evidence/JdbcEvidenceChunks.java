package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** SQL of {@code snapshot_chunks}, in slices and batches, so that tens of thousands of chunks are seconds. */
final class JdbcEvidenceChunks {
    private static final int SLICE = 10_000;
    private static final String THIS_RUN = " c.source_id = ? AND c.dataset_id = ? AND c.run_id = ?";
    private static final String COLUMNS = "c.relation, c.chunk, c.lower_key, c.upper_key, c.state, c.wave,"
            + " c.first_floor, c.boundary, c.gate, c.attempts, c.copied_rows, c.bytes, c.checkpoint_id,"
            + " c.reader, c.claimed_at, c.copied_at";

    private JdbcEvidenceChunks() {}

    static void insert(JdbcEvidenceConnection connection, RunKey run, List<ChunkRecord> chunks) throws SQLException {
        for (List<ChunkRecord> slice : slices(chunks)) {
            connection
                    .query("INSERT INTO trellara.snapshot_chunks (source_id, dataset_id, run_id, relation, chunk,"
                            + " lower_key, upper_key, state, wave, first_floor) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
                    .key(run)
                    .updateEach(
                            slice,
                            (query, chunk) -> query.text(chunk.id().relation().toString())
                                    .number(chunk.id().number())
                                    .text(chunk.range().lower().map(CellText::write))
                                    .text(chunk.range().upper().map(CellText::write))
                                    .text(chunk.state().text())
                                    .number(chunk.waveNumber())
                                    .lsn(chunk.firstFloor()));
        }
    }

    /**
     * Compares and sets. A row that is already as {@code after} says is success: the answer to an earlier commit was
     * lost. Any other one is an EVIDENCE_CONFLICT, and the transaction must not commit.
     */
    static void move(JdbcEvidenceConnection connection, RunKey run, List<ChunkMove> moves) throws SQLException {
        List<ChunkMove> missed = JdbcEvidenceChunkMoves.missed(connection, run, moves);
        if (!missed.isEmpty()) {
            requireThere(connection, run, missed);
        }
    }

    static List<ChunkRecord> all(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        String sql = "SELECT " + COLUMNS + " FROM trellara.snapshot_chunks c WHERE" + THIS_RUN + " ORDER BY "
                + connection.sql().byBytes("c.relation") + ", c.chunk";
        return connection.query(sql).key(run).list(JdbcEvidenceChunks::row);
    }

    /** The highest number of claims of any chunk; empty when there is no chunk. */
    static OptionalInt mostAttempts(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        String sql = "SELECT max(c.attempts) AS n FROM trellara.snapshot_chunks c WHERE" + THIS_RUN;
        OptionalLong most = connection
                .query(sql)
                .key(run)
                .first(row -> JdbcEvidenceQuery.number(row, "n"))
                .orElse(OptionalLong.empty());
        return whole(most);
    }

    private static void requireThere(JdbcEvidenceConnection connection, RunKey run, List<ChunkMove> moves)
            throws SQLException {
        Map<ChunkId, ChunkRecord> present = all(connection, run).stream()
                .collect(Collectors.toMap(ChunkRecord::id, Function.identity(), (a, b) -> a));
        for (ChunkMove move : moves) {
            ChunkRecord found = present.get(move.after().id());
            if (found == null || !move.after().withoutTimes().equals(found.withoutTimes())) {
                throw conflict(
                        run, move, found == null ? "no row" : found.state().text() + " at attempt " + found.attempts());
            }
        }
    }

    private static HandoffException conflict(RunKey run, ChunkMove move, String found) {
        return new HandoffException(new Finding(
                ErrorCode.EVIDENCE_CONFLICT,
                "run " + run + ", chunk " + move.after().id(),
                found,
                move.before().state().text() + " at attempt " + move.before().attempts()
                        + ", or what was to be written",
                "report this with the run's evidence; it is a defect"));
    }

    private static ChunkRecord row(ResultSet row) throws SQLException {
        OptionalLong wave = JdbcEvidenceQuery.number(row, "wave");
        OptionalLong reader = JdbcEvidenceQuery.number(row, "reader");
        return new ChunkRecord(
                new ChunkId(Relation.parse(row.getString("relation")), row.getInt("chunk")),
                KeyRange.of(
                        JdbcEvidenceQuery.text(row, "lower_key").map(CellText::read),
                        JdbcEvidenceQuery.text(row, "upper_key").map(CellText::read)),
                ChunkState.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                whole(wave),
                JdbcEvidenceQuery.lsn(row, "first_floor"),
                JdbcEvidenceQuery.lsn(row, "boundary"),
                JdbcEvidenceQuery.lsn(row, "gate"),
                row.getInt("attempts"),
                row.getLong("copied_rows"),
                row.getLong("bytes"),
                JdbcEvidenceQuery.number(row, "checkpoint_id"),
                new ChunkReading(
                        whole(reader),
                        JdbcEvidenceQuery.instant(row, "claimed_at"),
                        JdbcEvidenceQuery.instant(row, "copied_at")));
    }

    private static OptionalInt whole(OptionalLong number) {
        return number.isPresent() ? OptionalInt.of((int) number.getAsLong()) : OptionalInt.empty();
    }

    private static <T> List<List<T>> slices(List<T> all) {
        return IntStream.iterate(0, from -> from < all.size(), from -> from + SLICE)
                .mapToObj(from -> all.subList(from, Math.min(all.size(), from + SLICE)))
                .toList();
    }
}
