package io.trellara.handoff.evidence;

import static io.trellara.handoff.evidence.EvidenceRun.LINES;
import static io.trellara.handoff.evidence.EvidenceRun.ORDERS;
import static io.trellara.handoff.evidence.EvidenceRun.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.StreamTouches;
import io.trellara.handoff.model.TouchedChunks;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the stream has touched, as it is recorded with the stream's position. */
@ParameterizedClass
@EnumSource(EvidenceServer.Kind.class)
final class StreamTouchesIT {
    private static EvidenceServer server;
    private static int databases;
    private EvidenceDatabase database;
    private JdbcEvidenceStore store;

    @Parameter
    private EvidenceServer.Kind kind;

    @BeforeParameterizedClassInvocation
    static void start(EvidenceServer.Kind kind) {
        server = EvidenceServer.start(kind);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open(TestInfo test) throws SQLException {
        database =
                EvidenceDatabase.create(server, "touches_" + kind.name().toLowerCase(Locale.ROOT) + "_" + ++databases);
        store = database.store();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void whatTheStreamHasTouchedIsRecordedWithItsPosition_orNotAtAll() throws SQLException {
        EvidenceRun run = streaming();
        run.writer().promote(touching(5, "0/6000", "0/7000", ORDERS, 1));
        assertThat(run.row().streamPosition()).contains(Lsn.parse("0/7000"));
        assertThat(store.streamWindows(RUN))
                .singleElement()
                .returns(1L, StreamWindow::number)
                .returns(Lsn.parse("0/6000"), StreamWindow::from)
                .returns(Lsn.parse("0/7000"), StreamWindow::to);
        assertThat(store.streamTouches(RUN)).containsExactly(new StreamTouch(ORDERS, 1, 1));

        EvidenceRun newer = new EvidenceRun(store);
        assertThatThrownBy(() -> run.writer().promote(touching(6, "0/7000", "0/8000", ORDERS, 0)))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FENCED_OUT));
        assertThat(store.streamTouches(RUN)).hasSize(1);
        assertThat(windows()).containsExactly("1: 0/6000 to 0/7000");
        newer.writer().promote(touching(7, "0/7000", "0/8000", ORDERS, 0));
        assertThat(store.streamTouches(RUN))
                .containsExactlyInAnyOrder(new StreamTouch(ORDERS, 0, 1), new StreamTouch(ORDERS, 1, 1));
    }

    @Test
    void partsOfTheLogThatFollowOneAnotherAreOneWindow_andAGapIsSeen() {
        EvidenceRun run = streaming();
        run.writer().promote(touching(5, "0/6000", "0/7000", ORDERS, 0));
        run.writer().promote(touching(6, "0/7000", "0/7800", ORDERS, 0));
        run.writer().promote(touching(7, "0/7000", "0/8000", LINES, 1));
        assertThat(windows()).containsExactly("1: 0/6000 to 0/8000");

        run.writer().promote(touching(8, "0/8800", "0/9000", ORDERS, 1));
        assertThat(windows())
                .as("what lies between is not known")
                .containsExactly("1: 0/6000 to 0/8000", "2: 0/8800 to 0/9000");
        assertThat(store.streamWindows(RUN).get(0).closedAt()).isPresent();
        run.writer().promote(touching(9, "0/8000", "0/8900", ORDERS, 1));
        assertThat(windows())
                .as("read again from an earlier place, and not as far")
                .hasSize(3)
                .last()
                .isEqualTo("3: 0/8000 to 0/8900");
        assertThat(store.streamTouches(RUN))
                .containsExactlyInAnyOrder(
                        new StreamTouch(ORDERS, 0, 1), new StreamTouch(LINES, 1, 1), new StreamTouch(ORDERS, 1, 3));
    }

    @Test
    void anOldWindowIsClosedThoughTheNextPartFollows_andOneThatIsMuchOlderGoes() throws SQLException {
        EvidenceRun run = streaming();
        database.execute(
                window(1, "0/5000", "0/5800", "'2020-01-01 00:00:00', '2020-01-01 00:05:00'"),
                window(2, "0/5800", "0/6000", "'2020-01-01 00:05:00', NULL"));
        run.writer().promote(touching(5, "0/6000", "0/7000", ORDERS, 0));
        assertThat(windows()).containsExactly("2: 0/5800 to 0/6000", "3: 0/6000 to 0/7000");
    }

    @Test
    void windowsAndTouchesOnlyGoForward() {
        EvidenceRun run = streaming();
        run.writer().promote(touching(5, "0/6000", "0/7000", ORDERS, 0));
        run.writer().promote(touching(6, "0/7800", "0/8000", ORDERS, 0));
        for (String forbidden : List.of(
                "UPDATE trellara.stream_windows SET to_position = '0/9000' WHERE window_no = 1",
                "UPDATE trellara.stream_windows SET from_position = '0/1' WHERE window_no = 2",
                "UPDATE trellara.stream_touches SET window_no = 1",
                "DELETE FROM trellara.stream_touches")) {
            assertThatThrownBy(() -> database.execute(forbidden)).as(forbidden).isInstanceOf(SQLException.class);
        }
    }

    /** Many in one batch, of which some have a row of an earlier window and some have none. */
    @Test
    void ofManyTouchesNoneIsLost_whetherOrNotTheChunkHasARow() {
        EvidenceRun run = streaming();
        int[] odd = IntStream.range(0, 200).map(i -> 2 * i + 1).toArray();
        run.writer().promote(touching(5, "0/6000", "0/7000", ORDERS, odd));
        int[] all = IntStream.range(0, 400).toArray();
        run.writer().promote(touching(6, "0/7800", "0/8000", ORDERS, all)); // behind a gap: another window
        assertThat(store.streamTouches(RUN))
                .containsExactlyInAnyOrderElementsOf(IntStream.of(all)
                        .mapToObj(chunk -> new StreamTouch(ORDERS, chunk, 2))
                        .toList());
    }

    private EvidenceRun streaming() {
        EvidenceRun run = new EvidenceRun(store).copyAll();
        assertThat(run.writer().completeCopy(List.of())).isEmpty();
        run.writer().promote(EvidenceRun.streamed(4, "0/6000"));
        return run;
    }

    private List<String> windows() {
        return store.streamWindows(RUN).stream()
                .map(window -> window.number() + ": " + window.from() + " to " + window.to())
                .toList();
    }

    private static String window(long number, String from, String to, String times) {
        return "INSERT INTO trellara.stream_windows (source_id, dataset_id, run_id, window_no, from_position, to_position,"
                + " opened_at, closed_at) VALUES ('" + RUN.sourceId() + "', '" + RUN.datasetId() + "', '" + RUN.runId()
                + "', " + number + ", '" + from + "', '" + to + "', " + times + ")";
    }

    private static Promotion touching(long checkpoint, String from, String to, Relation relation, int... numbers) {
        TouchedChunks chunks = new TouchedChunks();
        IntStream.of(numbers).forEach(chunks::add);
        StreamTouches touches = new StreamTouches(Lsn.parse(from), Lsn.parse(to), Map.of(relation, chunks));
        return new Promotion(checkpoint, List.of(), Optional.of(Lsn.parse(to)), ChangeCounts.NONE, List.of(touches));
    }
}
