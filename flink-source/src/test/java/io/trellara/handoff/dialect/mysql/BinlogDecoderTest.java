package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.GtidSet;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class BinlogDecoderTest {
    private static final String SERVER = "00000000-0000-0000-0000-000000000001";
    private static final int ALL = 3, FIRST_ONLY = 1;

    private final Calls calls = new Calls();
    private final BinlogDecoder decoder = decoder("");

    private static BinlogDecoder decoder(String from) {
        return decoder(BinlogPosition.of(GtidSet.parse(from)), 0);
    }

    private static BinlogDecoder decoder(BinlogPosition from, int epoch) {
        RelationSchema schema = new RelationSchema(
                new Relation("shop", "t"),
                List.of(
                        new Column("id", "int", 0, false, KeyOrder.INTEGER),
                        new Column("v", "varchar(20)", 0, true, KeyOrder.UNORDERED)),
                List.of(0),
                "0".repeat(64));
        List<BinlogTable.Place> places = List.of(
                new BinlogTable.Place("id", cell("int", ""), 0),
                new BinlogTable.Place("v", cell("varchar(20)", "utf8mb4"), 1));
        return new BinlogDecoder(new BinlogContract(List.of(new BinlogTable(schema, places))), from, epoch);
    }

    private static CellColumn cell(String type, String charset) {
        return new CellColumn(CellType.parse(type, charset).orElseThrow(), CellCharset.UTF8);
    }

    private void decode(BinlogEvent... events) {
        decode(decoder, events);
    }

    private void decode(BinlogDecoder by, BinlogEvent... events) {
        for (BinlogEvent event : events) {
            by.decode(event, calls);
            while (by.pending()) {
                by.proceed(calls);
            }
        }
    }

    @Test
    void handsOutATransactionFromItsBeginningToItsEnd() {
        decode(EventBytes.gtid(4), EventBytes.query("shop", "BEGIN"), EventBytes.map(9, "shop", "t"));
        decode(EventBytes.rows(9, ALL, 1, 2), EventBytes.xid());
        assertThat(calls.made).containsExactly("begin 4", "+1", "+2", "commit " + SERVER + ":4");
    }

    @Test
    void passesOverWhatItsPositionCovers() {
        BinlogDecoder behind = decoder(SERVER + ":1-4");
        decode(behind, EventBytes.gtid(4), EventBytes.query("shop", "BEGIN"), EventBytes.map(9, "shop", "t"));
        decode(behind, EventBytes.rows(9, ALL, 1, 2), EventBytes.xid());
        decode(behind, EventBytes.gtid(5), EventBytes.query("shop", "DROP TABLE other"));
        assertThat(calls.made).containsExactly("begin 5", "commit " + SERVER + ":1-5");
    }

    /** Places only grow: where one comes again that lies before the position, the log was begun anew. */
    @Test
    void haltsAtATransactionThatIsNotCoveredAtAPlaceThatIs() {
        BinlogPosition beyond = BinlogPosition.parse(SERVER + ":1-4@1/0");
        BinlogDecoder reset = decoder(beyond, 0);
        decode(reset, EventBytes.gtid(4), EventBytes.query("shop", "DROP TABLE other"));
        assertThatThrownBy(() -> decode(reset, EventBytes.gtid(5)))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_CHANGED));
        assertThat(calls.made).isEmpty();
        decode(decoder(beyond, 1), EventBytes.gtid(5), EventBytes.query("shop", "DROP TABLE other"));
        assertThat(calls.made).containsExactly("begin 5", "commit " + SERVER + ":1-5");
    }

    @Test
    void countsRowsOfOtherTables() {
        decode(EventBytes.gtid(1), EventBytes.query("shop", "BEGIN"), EventBytes.map(8, "shop", "u"));
        decode(EventBytes.rows(8, FIRST_ONLY, 1, 2, 3), EventBytes.map(9, "shop", "t"), EventBytes.rows(9, ALL, 4));
        decode(EventBytes.xid());
        assertThat(calls.made).containsExactly("begin 1", "over 3", "+4", "commit " + SERVER + ":1");
    }

    /** readRows_connectionBreaks_readAgainFromTheBeginning. */
    @Test
    void goesOnBehindTheRowsThatWereHandedOut() {
        decode(EventBytes.gtid(1), EventBytes.query("shop", "BEGIN"), EventBytes.map(9, "shop", "t"));
        decode(EventBytes.rows(9, ALL, 1, 2), EventBytes.rows(9, ALL, 3));
        decode(EventBytes.gtid(1), EventBytes.query("shop", "BEGIN"), EventBytes.map(10, "shop", "t"));
        decode(EventBytes.rows(10, ALL, 1));
        decode(EventBytes.gtid(1), EventBytes.query("shop", "BEGIN"), EventBytes.map(11, "shop", "t"));
        decode(EventBytes.rows(11, ALL, 1, 2, 3, 4), EventBytes.xid());
        assertThat(calls.made).containsExactly("begin 1", "+1", "+2", "+3", "+4", "commit " + SERVER + ":1");
    }

    @Test
    void haltsWhereATransactionComesAgainWithFewerRows() {
        decode(EventBytes.gtid(1), EventBytes.query("shop", "BEGIN"), EventBytes.map(9, "shop", "t"));
        decode(EventBytes.rows(9, ALL, 1, 2));
        decode(EventBytes.gtid(1), EventBytes.query("shop", "BEGIN"));
        halts(ErrorCode.STREAM_MALFORMED, EventBytes.xid());
    }

    @Test
    void haltsAtWhatItDoesNotKnow() {
        halts(ErrorCode.STREAM_UNKNOWN_MESSAGE, EventBytes.empty(BinlogEvent.ANONYMOUS_GTID, 0));
        decode(EventBytes.gtid(1));
        decode(EventBytes.empty(120, 0x80));
        halts(ErrorCode.STREAM_UNKNOWN_MESSAGE, EventBytes.empty(120, 0));
        halts(ErrorCode.STREAM_UNKNOWN_MESSAGE, EventBytes.empty(BinlogEvent.INCIDENT, 0));
        halts(ErrorCode.STREAM_UNKNOWN_MESSAGE, EventBytes.query("shop", "FROBNICATE t"));
        halts(ErrorCode.BINLOG_STATEMENT, EventBytes.empty(BinlogEvent.EXECUTE_LOAD_QUERY, 0));
        halts(ErrorCode.STREAM_MALFORMED, EventBytes.gtid(2));
    }

    @Test
    void haltsAtRowsOutsideATransactionAndOfNoTable() {
        halts(ErrorCode.STREAM_MALFORMED, EventBytes.rows(9, ALL, 1));
        decode(EventBytes.gtid(1), EventBytes.query("shop", "BEGIN"));
        halts(ErrorCode.STREAM_MALFORMED, EventBytes.rows(9, ALL, 1));
    }

    @Test
    void haltsWhereARowHasLessThanAllColumns() {
        decode(EventBytes.gtid(1), EventBytes.query("shop", "BEGIN"), EventBytes.map(9, "shop", "t"));
        halts(ErrorCode.BINLOG_ROW_IMAGE, EventBytes.rows(9, FIRST_ONLY, 1));
    }

    @Test
    void anEventThatEndsEarlyIsMalformedWhereverItEnds() {
        decode(EventBytes.gtid(1), EventBytes.query("shop", "BEGIN"), EventBytes.map(9, "shop", "t"));
        for (BinlogEvent whole :
                List.of(EventBytes.map(9, "shop", "t"), EventBytes.gtid(1), EventBytes.query("shop", "BEGIN"))) {
            for (int length = 0; length < 8; length++) {
                halts(ErrorCode.STREAM_MALFORMED, cut(whole, length));
            }
        }
        BinlogEvent rows = EventBytes.rows(9, ALL, 1);
        for (int length = 0; length < rows.length(); length++) {
            if (length != 12) { // no row at all, which is a whole event
                halts(ErrorCode.STREAM_MALFORMED, cut(rows, length));
            }
        }
    }

    private static BinlogEvent cut(BinlogEvent event, int length) {
        return new BinlogEvent(event.type(), 0, 0, event.logPosition(), event.bytes(), 0, length);
    }

    private void halts(ErrorCode code, BinlogEvent event) {
        assertThatThrownBy(() -> decode(event))
                .isInstanceOfSatisfying(
                        HandoffException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }

    /** Writes down which calls were made. */
    private static final class Calls implements ChangeHandler {
        private final List<String> made = new ArrayList<>();

        @Override
        public boolean paused() {
            return false;
        }

        @Override
        public void begin(Commit commit, long commitMicros, long xid) {
            made.add("begin " + commit.requireGtid().number());
        }

        @Override
        public void insert(RelationSchema schema, Tuple after) {
            made.add("+" + new String(after.buffer(), after.offset(0), after.length(0), StandardCharsets.UTF_8));
        }

        @Override
        public void update(RelationSchema schema, @Nullable Tuple before, boolean keyOnly, Tuple after) {
            made.add("update");
        }

        @Override
        public void delete(RelationSchema schema, Tuple before, boolean keyOnly) {
            made.add("delete");
        }

        @Override
        public void truncate(int events, List<Truncated> relations, boolean cascade, boolean restartIdentity) {
            made.add("truncate");
        }

        @Override
        public void passOver(int events) {
            made.add("over " + events);
        }

        @Override
        public void requireSuppressed(Relation relation, HandoffException difference) {
            throw difference;
        }

        @Override
        public void commit(Position end) {
            made.add("commit " + BinlogPosition.of(end).gtids());
        }

        @Override
        public void idle(Position end) {
            made.add("idle");
        }
    }
}
