package io.trellara.handoff.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Gtid;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RunKey;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** What a checkpoint holds, with golden bytes of every version, which later ones must still read. */
final class SplitSerializerTest {
    private static final ChunkAttempt ATTEMPT = new ChunkAttempt(new ChunkId(Schemas.ORDERS, 3), 2);
    private static final HandoffSplit STREAM = new HandoffSplit.StreamSplit(new StreamPosition(
            new Lsn(0x1_0000_0010L),
            Commit.at(0x1_0000_0020L),
            7,
            new Lsn(0x1_0000_0008L),
            new ChangeCounts(11, 6, 9)));
    private static final HandoffSplit BINLOG_STREAM = new HandoffSplit.StreamSplit(new StreamPosition(
            BinlogPosition.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5:7@3/4D2"),
            new Commit(0x3_0000_0500L, Gtid.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:8")),
            2,
            BinlogPosition.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5@3/400"),
            new ChangeCounts(1, 2, 3)));
    private static final HandoffSplit REPORT =
            new HandoffSplit.ReportSplit(new DurableReport(new ChunkReport(ATTEMPT, 500, 12_345), 42));

    private final SplitSerializer serializer = new SplitSerializer();

    @Test
    void everySplitComesBackAsItWas() throws IOException {
        ViewTicket view = new ViewTicket("00000003-1", new Lsn(77), "2026-01-01", 4711);
        for (HandoffSplit split : new HandoffSplit[] {
            new HandoffSplit.ChunkSplit(ATTEMPT, Schemas.orders(), Schemas.range(10, -1), 4, view, true),
            STREAM,
            BINLOG_STREAM,
            REPORT
        }) {
            assertThat(serializer.deserialize(2, serializer.serialize(split))).isEqualTo(split);
        }
    }

    @Test
    void goldenBytesOfVersionOneAreStillRead() throws IOException {
        HexFormat hex = HexFormat.of();
        String stream = "02000000010000001000000001000000200000000700000001000000080"
                + "00000000000000b00000000000000060000000000000009";
        String report =
                "03000000000000002a000473686f7000066f7264657273000000030000000200000000000001f40000000000003039";
        assertThat(serializer.deserialize(1, hex.parseHex(stream))).isEqualTo(STREAM);
        assertThat(serializer.deserialize(1, hex.parseHex(report))).isEqualTo(REPORT);
    }

    @Test
    void chunksOfVersionOneAreStillRead() throws IOException {
        ViewTicket view = new ViewTicket("s", new Lsn(0x100000077L), "t", 4711);
        HandoffSplit chunk =
                new HandoffSplit.ChunkSplit(ATTEMPT, Schemas.orders(), Schemas.range(10, -1), 4, view, true);
        String today = HexFormat.of().formatHex(serializer.serialize(chunk));
        // What the versions differ in: an LSN had no kind before it.
        String before = today.replace("00" + "0000000100000077", "0000000100000077");
        assertThat(before).hasSize(today.length() - 2);
        assertThat(serializer.deserialize(1, HexFormat.of().parseHex(before))).isEqualTo(chunk);
    }

    @Test
    void goldenBytesOfVersionTwoAreWrittenAndRead() throws IOException {
        HexFormat hex = HexFormat.of();
        String stream = "02000000000100000010000000010000002000000000000000070000000001000000080"
                + "00000000000000b00000000000000060000000000000009";
        String binlog = "02010000003033653131666134372d373163612d313165312d396533332d6338306161393432393536323a31"
                + "2d353a3740332f34443200000003000005000000002633653131666134372d373163612d313165312d396533"
                + "332d6338306161393432393536323a3800000002010000002e33653131666134372d373163612d313165312d"
                + "396533332d6338306161393432393536323a312d3540332f3430300000000000000001000000000000000200"
                + "00000000000003";
        assertThat(hex.formatHex(serializer.serialize(STREAM))).isEqualTo(stream);
        assertThat(hex.formatHex(serializer.serialize(BINLOG_STREAM))).isEqualTo(binlog);
        assertThat(serializer.deserialize(2, hex.parseHex(binlog))).isEqualTo(BINLOG_STREAM);
    }

    @Test
    void refusesAVersionItDoesNotKnow() {
        assertThatThrownBy(() -> serializer.deserialize(3, new byte[] {2}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 3");
    }

    @Test
    void coordinatorStateComesBackAsItWas() throws IOException {
        CoordinatorStateSerializer coordinator = new CoordinatorStateSerializer();
        CoordinatorState state = new CoordinatorState(new RunKey("a", "b", "c"), 7);
        assertThat(coordinator.deserialize(1, coordinator.serialize(state))).isEqualTo(state);
        assertThatThrownBy(() -> coordinator.deserialize(9, coordinator.serialize(state)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void splitsPrintNoKey() {
        HandoffSplit chunk = new HandoffSplit.ChunkSplit(
                ATTEMPT,
                Schemas.orders(),
                Schemas.range(123_456, -1),
                4,
                new ViewTicket("x", new Lsn(77), "y", 1),
                false);
        assertThat(chunk.toString()).doesNotContain("123456").contains("shop.orders#3@2");
    }
}
