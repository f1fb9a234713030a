package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.model.StreamTouches;
import io.trellara.handoff.model.TouchedChunks;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** SQL of {@code stream_windows} and {@code stream_touches}. */
final class JdbcEvidenceTouches {
    private static final String THIS_RUN = " WHERE source_id = ? AND dataset_id = ? AND run_id = ?";
    private static final String WINDOWS =
            "SELECT window_no, from_position, to_position, opened_at, closed_at, current_timestamp(6) AS present"
                    + " FROM trellara.stream_windows" + THIS_RUN + " ORDER BY window_no";

    private JdbcEvidenceTouches() {}

    /**
     * What a writer has written in the present window, so that no chunk is written twice in one.
     *
     * @param window its number; 0 before the first
     */
    record Written(long window, Map<Relation, TouchedChunks> relations) {
        static final Written NOTHING = new Written(0, Map.of());
    }

    private record Newest(StreamWindow window, Instant now) {}

    static List<StreamWindow> windows(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        return connection.query(WINDOWS).key(run).list(JdbcEvidenceTouches::window);
    }

    static List<StreamTouch> touches(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        return connection
                .query("SELECT relation, chunk_no, window_no FROM trellara.stream_touches" + THIS_RUN)
                .key(run)
                .list(row -> new StreamTouch(
                        Relation.parse(row.getString("relation")), row.getInt("chunk_no"), row.getLong("window_no")));
    }

    /** Records parts of the log, in their order. The caller holds the run's row. */
    static Written record(JdbcEvidenceConnection connection, RunKey run, Written before, List<StreamTouches> parts)
            throws SQLException {
        Written written = before;
        for (StreamTouches part : parts) {
            long window = open(connection, run, part);
            written =
                    write(connection, run, window == written.window() ? written : new Written(window, Map.of()), part);
        }
        return written;
    }

    /** The window that the part is noted in: the newest, which grows, or a new one. */
    private static long open(JdbcEvidenceConnection connection, RunKey run, StreamTouches part) throws SQLException {
        Optional<Newest> newest = connection
                .query(WINDOWS + " DESC LIMIT 1")
                .key(run)
                .first(row -> new Newest(
                        window(row), JdbcEvidenceQuery.instant(row, "present").orElseThrow()));
        if (newest.isPresent() && newest.get().window().takes(part, newest.get().now())) {
            long number = newest.get().window().number();
            update(connection, "to_position = ?", run, number, part.to().toString());
            return number;
        }
        if (newest.isPresent()) {
            close(connection, run, newest.get());
        }
        long number = newest.map(last -> last.window().number()).orElse(0L) + 1;
        connection
                .query("INSERT INTO trellara.stream_windows"
                        + " (source_id, dataset_id, run_id, window_no, from_position, to_position)"
                        + " VALUES (?, ?, ?, ?, ?, ?)")
                .key(run)
                .number(number)
                .lsn(part.from())
                .lsn(part.to())
                .update();
        return number;
    }

    private static void update(JdbcEvidenceConnection connection, String set, RunKey run, long number, String... values)
            throws SQLException {
        JdbcEvidenceQuery query =
                connection.query("UPDATE trellara.stream_windows SET " + set + THIS_RUN + " AND window_no = ?");
        for (String value : values) {
            query.text(value);
        }
        query.key(run).number(number).update();
    }

    /** Windows that were closed too long ago go when another one is. */
    private static void close(JdbcEvidenceConnection connection, RunKey run, Newest newest) throws SQLException {
        if (newest.window().closedAt().isEmpty()) {
            update(
                    connection,
                    "closed_at = current_timestamp(6)",
                    run,
                    newest.window().number());
        }
        List<StreamWindow> old = windows(connection, run).stream()
                .filter(window -> window.closedAt()
                        .filter(closed -> closed.plus(StreamWindow.KEPT).isBefore(newest.now()))
                        .isPresent())
                .toList();
        connection
                .query("DELETE FROM trellara.stream_windows" + THIS_RUN + " AND window_no = ?")
                .key(run)
                .updateEach(old, (query, window) -> query.number(window.number()));
    }

    private static Written write(JdbcEvidenceConnection connection, RunKey run, Written written, StreamTouches part)
            throws SQLException {
        List<StreamTouch> fresh = new ArrayList<>();
        part.relations().forEach((relation, chunks) -> {
            TouchedChunks known = written.relations().getOrDefault(relation, new TouchedChunks());
            numbers(chunks)
                    .filter(chunk -> chunk == StreamTouch.ALL ? !known.all() : !known.contains(chunk))
                    .forEach(chunk -> fresh.add(new StreamTouch(relation, chunk, written.window())));
        });
        insert(connection, run, fresh);
        Map<Relation, TouchedChunks> all = new LinkedHashMap<>();
        StreamTouches.add(all, written.relations());
        StreamTouches.add(all, part.relations());
        return new Written(written.window(), all);
    }

    /** As rows have them. */
    static IntStream numbers(TouchedChunks chunks) {
        return IntStream.concat(chunks.all() ? IntStream.of(StreamTouch.ALL) : IntStream.empty(), chunks.numbers());
    }

    private static void insert(JdbcEvidenceConnection connection, RunKey run, List<StreamTouch> touches)
            throws SQLException {
        if (touches.isEmpty()) {
            return;
        }
        int[] there = connection
                .query("UPDATE trellara.stream_touches SET window_no = ?" + THIS_RUN
                        + " AND relation = ? AND chunk_no = ?")
                .updateEach(
                        touches,
                        (query, touch) -> query.number(touch.window())
                                .key(run)
                                .text(touch.relation().toString())
                                .number(touch.chunk()));
        List<StreamTouch> missing = IntStream.range(0, there.length)
                .filter(i -> there[i] == 0)
                .mapToObj(touches::get)
                .toList();
        connection
                .query("INSERT INTO trellara.stream_touches"
                        + " (source_id, dataset_id, run_id, relation, chunk_no, window_no) VALUES (?, ?, ?, ?, ?, ?)")
                .key(run)
                .updateEach(
                        missing,
                        (query, touch) -> query.text(touch.relation().toString())
                                .number(touch.chunk())
                                .number(touch.window()));
    }

    private static StreamWindow window(ResultSet row) throws SQLException {
        return new StreamWindow(
                row.getLong("window_no"),
                JdbcEvidenceQuery.lsn(row, "from_position").orElseThrow(),
                JdbcEvidenceQuery.lsn(row, "to_position").orElseThrow(),
                JdbcEvidenceQuery.instant(row, "opened_at").orElseThrow(),
                JdbcEvidenceQuery.instant(row, "closed_at"));
    }
}
