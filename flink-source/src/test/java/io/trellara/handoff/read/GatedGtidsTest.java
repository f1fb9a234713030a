package io.trellara.handoff.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.emit.BlockDeserializer;
import io.trellara.handoff.emit.LaneBlocks;
import io.trellara.handoff.emit.RowChange;
import io.trellara.handoff.gate.Gate;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.Gtid;
import io.trellara.handoff.model.GtidSet;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Tuple;
import io.trellara.handoff.state.StreamPosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** R2 and R3 over GTIDs, whose order in the log is not that of their numbers. */
final class GatedGtidsTest {
    private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final String B = "f0000000-0000-11e1-9e33-c80aa9429562";
    private static final StreamPosition START = StreamPosition.at(Position.parse(A + ":1-10"));

    private final LaneBlocks blocks = new LaneBlocks(4);
    private final Gate gate = new Gate(List.of(Schemas.orders()));
    private final GatedChanges changes = new GatedChanges(gate, blocks, START, () -> {
        throw new AssertionError("nothing is looked up");
    });

    @Test
    void aTransactionIsSuppressedWhereTheViewHoldsItsGtid() {
        copied("A:1-20", "A:1-20");
        changes.grant(List.of(), Optional.empty());
        transaction(500, "A:20", "1");
        transaction(400, "B:1", "2");
        transaction(600, "A:21", "3");
        assertThat(emitted()).extracting(row -> row.key().get(0)).containsExactly("2", "3");
        assertThat(changes.position(START.mark()).counts().suppressed()).isOne();
    }

    @Test
    void aRetriedChunkGetsAgainWhatItsFirstFloorDoesNotHold() {
        copied("A:1-20", "A:1-15");
        changes.grant(List.of(), Optional.empty());
        transaction(500, "A:15", "1");
        transaction(600, "A:16", "2");
        transaction(700, "A:21", "3");
        assertThat(emitted()).extracting(row -> row.key().get(0)).containsExactly("2", "3");
        assertThat(changes.position(START.mark()).counts().replayed()).isOne();
    }

    /** The stream stops at the first GTID that the floor does not hold, gaps or not. */
    @Test
    void standsAtTheFirstTransactionThatTheFloorDoesNotHold() {
        copied("A:1-10", "A:1-10");
        changes.grant(List.of(), Optional.of(position("A:1-11:13")));
        transaction(500, "A:13", "1");
        transaction(600, "A:11", "2");
        changes.begin(commit(700, "A:12"), 0, 0);
        assertThat(changes.paused()).isTrue();
        assertThat(changes.hold()).isEqualTo(position("A:1-11:13@0/259"));
        changes.grant(List.of(), Optional.of(position("A:1-13")));
        assertThat(changes.paused()).isFalse();
    }

    @Test
    void aStreamThatIsHeldInsideATransactionReachesItsGtid() {
        copied("A:1-10", "A:1-10");
        changes.grant(List.of(), Optional.empty());
        changes.begin(commit(700, "B:5"), 0, 0);
        changes.insert(Schemas.orders(), row("1"));
        Position reached = changes.hold();
        assertThat(reached.covers(position("A:1-10,B:5"))).isTrue();
        assertThat(changes.paused()).isFalse();
        changes.commit(position("A:1-10,B:5@0/2BD"));
        changes.begin(commit(800, "A:11"), 0, 0);
        assertThat(changes.paused()).isTrue();
    }

    @Test
    void thePositionIsTheSetOfWhatWasEmitted() {
        copied("A:1-10", "A:1-10");
        changes.grant(List.of(), Optional.empty());
        transaction(500, "A:13", "1");
        transaction(600, "B:1", "2");
        StreamPosition at = changes.position(START.mark());
        assertThat(at.position()).isEqualTo(position("A:1-10:13,B:1@0/259"));
        assertThat(at.isPartial()).isFalse();
    }

    @Test
    void aTransactionEmittedInPartGoesOnBehindItsLastOrdinal() {
        StreamPosition partial =
                new StreamPosition(START.position(), commit(500, "A:11"), 4, START.mark(), START.counts());
        GatedChanges again = new GatedChanges(gate, blocks, partial, () -> {
            throw new AssertionError("nothing is looked up");
        });
        copied("A:1-10", "A:1-10");
        again.grant(List.of(), Optional.empty());
        again.begin(commit(500, "A:11"), 0, 0);
        List.of("1", "2", "3").forEach(id -> again.insert(Schemas.orders(), row(id)));
        assertThat(emitted()).extracting(row -> row.key().get(0)).containsExactly("3");
        assertThat(START.reaches(partial)).isFalse();
        assertThat(StreamPosition.at(position("A:1-11")).reaches(partial)).isTrue();
    }

    private void transaction(long place, String gtid, String id) {
        Commit commit = commit(place, gtid);
        Position before = changes.position(START.mark()).position();
        changes.begin(commit, 0, 0);
        changes.insert(Schemas.orders(), row(id));
        changes.commit(before.after(commit));
    }

    private void copied(String boundary, String gateAt) {
        gate.grant(List.of(new CopiedRange(
                Schemas.ORDERS,
                KeyRange.ALL,
                BinlogPosition.of(GtidSet.parse(named(boundary))),
                BinlogPosition.of(GtidSet.parse(named(gateAt))))));
    }

    private List<RowChange> emitted() {
        List<RowChange> rows = new ArrayList<>();
        blocks.take(1).forEach(block -> BlockDeserializer.rows().deserialize(block, rows::add));
        rows.sort(Comparator.comparing(row -> row.key().get(0)));
        return rows;
    }

    private static Tuple row(String id) {
        byte[] bytes = (id + "x").getBytes(StandardCharsets.UTF_8);
        Tuple tuple = new Tuple();
        tuple.reset(bytes, 3);
        tuple.text(0, 0, id.length());
        tuple.text(1, id.length(), 1);
        return tuple;
    }

    private static Commit commit(long place, String gtid) {
        return new Commit(place, Gtid.parse(named(gtid)));
    }

    private static Position position(String text) {
        return Position.parse(named(text));
    }

    /** {@code @0/2BD} is a place, whatever letters it has. */
    private static String named(String text) {
        return text.replaceAll("(^|,)A:", "$1" + A + ":").replaceAll("(^|,)B:", "$1" + B + ":");
    }
}
