package io.trellara.handoff.evidence;

import io.trellara.handoff.model.RunKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares and sets rows of {@code snapshot_chunks}. Each kind of database has the way that is fast there. PostgreSQL
 * goes by the primary key one by one, in batches: for a set-wise join its planner would trust the statistics of a table
 * just filled. MySQL is given many moves as one JSON text: its driver makes a batch of updates one long statement,
 * which it then takes apart character by character.
 */
final class JdbcEvidenceChunkMoves {
    private static final int BATCH = 10_000;
    private static final int TEXT_LENGTH = 250_000;
    private static final String THIS_RUN = " c.source_id = ? AND c.dataset_id = ? AND c.run_id = ?";

    /**
     * Looks and copies are told apart by their times, also where the clock has stepped back: what came later is later.
     */
    private static final String NOW = "greatest(current_timestamp(6), coalesce(c.claimed_at, current_timestamp(6)),"
            + " coalesce((SELECT max(v.started_at) FROM trellara.verification_runs v WHERE v.source_id = c.source_id"
            + " AND v.dataset_id = c.dataset_id), current_timestamp(6)))";

    private static final String ONE = "UPDATE trellara.snapshot_chunks c SET updated_at = current_timestamp(6),"
            + " claimed_at = CASE WHEN ? > c.attempts THEN current_timestamp(6) ELSE c.claimed_at END,"
            + " copied_at = CASE WHEN ? = 'copied' THEN " + NOW + " END, reader = ?, state = ?,"
            + " wave = ?, first_floor = ?, boundary = ?, gate = ?, attempts = ?, copied_rows = ?, bytes = ?,"
            + " checkpoint_id = ? WHERE c.relation = ? AND c.chunk = ? AND c.state = ? AND c.attempts = ? AND"
            + THIS_RUN;

    private static final String MANY = """
            UPDATE JSON_TABLE(CONVERT(? USING utf8mb4), '$[*]' COLUMNS (
                relation varchar(200) CHARACTER SET utf8mb4 PATH '$.relation', chunk int PATH '$.chunk',
                from_state varchar(40) CHARACTER SET utf8mb4 PATH '$.from_state',
                from_attempts int PATH '$.from_attempts', state varchar(40) CHARACTER SET utf8mb4 PATH '$.state',
                wave int PATH '$.wave', first_floor longtext CHARACTER SET utf8mb4 PATH '$.first_floor',
                boundary longtext CHARACTER SET utf8mb4 PATH '$.boundary',
                gate longtext CHARACTER SET utf8mb4 PATH '$.gate', attempts int PATH '$.attempts',
                copied_rows bigint PATH '$.copied_rows', bytes bigint PATH '$.bytes',
                checkpoint_id bigint PATH '$.checkpoint_id', reader int PATH '$.reader')) m
            STRAIGHT_JOIN trellara.snapshot_chunks c
                ON c.relation = m.relation COLLATE utf8mb4_bin AND c.chunk = m.chunk AND""" + THIS_RUN + """

            SET c.updated_at = current_timestamp(6), c.state = m.state, c.wave = m.wave, c.first_floor = m.first_floor,
                c.boundary = m.boundary, c.gate = m.gate, c.attempts = m.attempts, c.copied_rows = m.copied_rows,
                c.bytes = m.bytes, c.checkpoint_id = m.checkpoint_id, c.reader = m.reader,
                c.claimed_at = IF(m.attempts > m.from_attempts, current_timestamp(6), c.claimed_at),
                c.copied_at = IF(m.state = 'copied', %s, NULL)
            WHERE c.state = m.from_state COLLATE utf8mb4_bin AND c.attempts = m.from_attempts""".formatted(NOW);

    private JdbcEvidenceChunkMoves() {}

    /** Makes the moves whose chunk is as {@code before} says; returns all others, and perhaps some of the former. */
    static List<ChunkMove> missed(JdbcEvidenceConnection connection, RunKey run, List<ChunkMove> moves)
            throws SQLException {
        return switch (connection.sql()) {
            case POSTGRESQL -> oneByOne(connection, run, moves);
            case MYSQL -> together(connection, run, moves);
        };
    }

    private static List<ChunkMove> oneByOne(JdbcEvidenceConnection connection, RunKey run, List<ChunkMove> moves)
            throws SQLException {
        List<ChunkMove> missed = new ArrayList<>();
        for (int from = 0; from < moves.size(); from += BATCH) {
            List<ChunkMove> slice = moves.subList(from, Math.min(moves.size(), from + BATCH));
            int[] changed = connection.query(ONE).updateEach(slice, (query, move) -> bind(query, run, move));
            for (int i = 0; i < changed.length; i++) {
                if (changed[i] != 1) {
                    missed.add(slice.get(i));
                }
            }
        }
        return missed;
    }

    private static void bind(JdbcEvidenceQuery query, RunKey run, ChunkMove move) {
        ChunkRecord after = move.after();
        query.number(after.attempts())
                .text(after.state().text())
                .number(after.readerNumber())
                .text(after.state().text())
                .number(after.waveNumber())
                .lsn(after.firstFloor())
                .lsn(after.boundary())
                .lsn(after.gate())
                .number(after.attempts())
                .number(after.copiedRows())
                .number(after.bytes())
                .number(after.checkpointId())
                .text(after.id().relation().toString())
                .number(after.id().number())
                .text(move.before().state().text())
                .number(move.before().attempts())
                .key(run);
    }

    /** Texts are bounded, since positions may be long and a server's packets have a limit. */
    private static List<ChunkMove> together(JdbcEvidenceConnection connection, RunKey run, List<ChunkMove> moves)
            throws SQLException {
        List<ChunkMove> missed = new ArrayList<>();
        StringBuilder text = new StringBuilder("[");
        int from = 0;
        for (int i = 0; i < moves.size(); i++) {
            write(text.append(i == from ? "" : ","), moves.get(i));
            if (text.length() >= TEXT_LENGTH || i == moves.size() - 1) {
                List<ChunkMove> slice = moves.subList(from, i + 1);
                int changed = connection
                        .query(MANY)
                        .text(text.append(']').toString())
                        .key(run)
                        .update();
                if (changed != slice.size()) {
                    missed.addAll(slice);
                }
                text.setLength(1);
                from = i + 1;
            }
        }
        return missed;
    }

    /** What is absent is left out: for MySQL 8.0.15 a JSON null is no number. */
    private static void write(StringBuilder out, ChunkMove move) {
        ChunkRecord after = move.after();
        CellText.quote(out.append("{\"relation\":"), after.id().relation().toString());
        CellText.quote(out.append(",\"from_state\":"), move.before().state().text());
        CellText.quote(out.append(",\"state\":"), after.state().text());
        after.firstFloor().ifPresent(p -> CellText.quote(out.append(",\"first_floor\":"), p.toString()));
        after.boundary().ifPresent(p -> CellText.quote(out.append(",\"boundary\":"), p.toString()));
        after.gate().ifPresent(p -> CellText.quote(out.append(",\"gate\":"), p.toString()));
        after.wave().ifPresent(wave -> out.append(",\"wave\":").append(wave));
        after.checkpointId()
                .ifPresent(checkpoint -> out.append(",\"checkpoint_id\":").append(checkpoint));
        after.reading().reader().ifPresent(reader -> out.append(",\"reader\":").append(reader));
        out.append(",\"chunk\":").append(after.id().number());
        out.append(",\"from_attempts\":").append(move.before().attempts());
        out.append(",\"attempts\":").append(after.attempts());
        out.append(",\"copied_rows\":").append(after.copiedRows());
        out.append(",\"bytes\":").append(after.bytes()).append('}');
    }
}
