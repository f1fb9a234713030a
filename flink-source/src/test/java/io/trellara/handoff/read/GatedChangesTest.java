package io.trellara.handoff.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.dialect.ChangeHandler.Truncated;
import io.trellara.handoff.emit.BlockDeserializer;
import io.trellara.handoff.emit.LaneBlocks;
import io.trellara.handoff.emit.RowChange;
import io.trellara.handoff.emit.RowOp;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.gate.Gate;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import io.trellara.handoff.state.StreamPosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** R2, R3 and the stream's place in the log, event by event. */
final class GatedChangesTest {
    private static final RelationSchema ORDERS = Schemas.orders();

    private final LaneBlocks blocks = new LaneBlocks(4);
    private final FakeLookups lookups = new FakeLookups();

    @Test
    void suppressedChangesTakeOrdinalsToo() {
        GatedChanges changes = open(StreamPosition.at(new Lsn(10)), 100, 100);
        changes.begin(Commit.at(150), 0, 1);
        changes.insert(ORDERS, row("1", "a"));
        changes.insert(ORDERS, row("2", "b"));
        assertThat(emitted()).extracting(RowChange::ordinal).containsExactly(0, 2);
        changes.commit(new Lsn(160));
        changes.begin(Commit.at(99), 0, 2);
        changes.insert(ORDERS, row("3", "c"));
        assertThat(emitted()).isEmpty();
        assertThat(changes.position(Lsn.ZERO).partialOrdinal()).isEqualTo(2);
    }

    @Test
    void changesOfOtherRelationsTakeOrdinalsToo_soThatTheyNeverShiftWhereTheRunCarriesThem() {
        GatedChanges changes = open(StreamPosition.at(new Lsn(10)), 100, 100);
        changes.begin(Commit.at(150), 0, 1);
        changes.passOver(3);
        changes.insert(ORDERS, row("1", "a"));
        changes.update(ORDERS, row("1", "a"), true, row("2", "a"));
        changes.insert(ORDERS, row("3", "a"));
        assertThat(emitted()).extracting(RowChange::ordinal).containsExactlyInAnyOrder(6, 8, 9, 10);
        changes.truncate(3, List.of(new Truncated(2, ORDERS)), false, false);
        changes.proceedBehindTruncate(Optional.of(partial(150, 12)));
        assertThat(emitted()).extracting(RowChange::ordinal).containsExactly(16);
    }

    /**
     * What R3 and the ledger would lose: the transaction was emitted below ordinal 4, and comes again without a
     * relation.
     */
    @Test
    void withoutCountingWhatIsPassedOver_resumedWithoutARelation_aChangeIsLost() {
        StreamPosition middle = new StreamPosition(new Lsn(100), Commit.at(150), 4, Lsn.ZERO, ChangeCounts.NONE);
        assertThat(resumed(middle, changes -> changes.passOver(1))).containsExactly(4);
        assertThat(resumed(middle, changes -> {})).isEmpty();
    }

    /** Ordinals that are emitted of three events, the first of which is no row of the run any more. */
    private List<Integer> resumed(StreamPosition from, Consumer<GatedChanges> first) {
        GatedChanges changes = open(from, 100, 100);
        changes.begin(Commit.at(150), 0, 1);
        first.accept(changes);
        changes.insert(ORDERS, row("2", "b"));
        changes.insert(ORDERS, row("3", "c"));
        return emitted().stream().map(RowChange::ordinal).toList();
    }

    @Test
    void anotherShapeIsPassedOverOnlyWhileNothingOfTheRelationIsTaken() {
        HandoffException difference = new HandoffException(
                new Finding(ErrorCode.SCHEMA_CHANGED, "shop.orders", "new column", "the contract", "refresh"));
        GatedChanges uncopied =
                new GatedChanges(new Gate(List.of(ORDERS)), blocks, StreamPosition.at(new Lsn(10)), lookups);
        uncopied.begin(Commit.at(150), 0, 1);
        uncopied.requireSuppressed(ORDERS.relation(), difference);
        GatedChanges copied = open(StreamPosition.at(new Lsn(10)), 100, 100);
        copied.begin(Commit.at(99), 0, 1);
        copied.requireSuppressed(ORDERS.relation(), difference);
        copied.begin(Commit.at(100), 0, 2);
        assertThatThrownBy(() -> copied.requireSuppressed(ORDERS.relation(), difference))
                .isSameAs(difference);
    }

    @Test
    void aKeyMoveIsDeleteAndInsertUnderTwoOrdinals() {
        GatedChanges changes = open(StreamPosition.at(new Lsn(10)), 100, 100);
        changes.begin(Commit.at(150), 0, 1);
        changes.update(ORDERS, row("1", "a"), true, row("2", "a"));
        assertThat(emitted())
                .satisfiesExactlyInAnyOrder(
                        gone -> {
                            assertThat(gone.op()).isEqualTo(RowOp.DELETE);
                            assertThat(gone.key()).containsExactly("1");
                            assertThat(gone.ordinal()).isZero();
                        },
                        come -> {
                            assertThat(come.op()).isEqualTo(RowOp.INSERT);
                            assertThat(come.key()).containsExactly("2");
                            assertThat(come.ordinal()).isEqualTo(1);
                        });
    }

    @Test
    void aMovedRowsLargeColumnIsLookedUpByItsNewKey() {
        GatedChanges changes = open(StreamPosition.at(new Lsn(10)), 100, 100);
        lookups.line = Optional.of("2\tlater\tlarge".getBytes(StandardCharsets.UTF_8));
        Tuple after = row("2", "now");
        after.unchanged(2);
        changes.begin(Commit.at(150), 0, 77);
        changes.update(ORDERS, row("1", "a"), true, after);
        RowChange come = emitted().stream()
                .filter(r -> r.op() == RowOp.INSERT)
                .findFirst()
                .orElseThrow();
        assertThat(come.cell(1)).isEqualTo("now");
        assertThat(come.cell(2)).isEqualTo("large");
        assertThat(lookups.asked).containsExactly("key of 1 in 77");
    }

    @Test
    void nothingIsWrittenForAMovedRowThatIsGoneByNow() {
        GatedChanges changes = open(StreamPosition.at(new Lsn(10)), 100, 100);
        Tuple after = row("2", "now");
        after.unchanged(2);
        changes.begin(Commit.at(150), 0, 77);
        changes.update(ORDERS, row("1", "a"), true, after);
        assertThat(emitted()).extracting(RowChange::op).containsExactly(RowOp.DELETE);
    }

    @Test
    void theWholeOldRowFillsWhatTheNewOneLeavesOut() {
        GatedChanges changes = open(StreamPosition.at(new Lsn(10)), 100, 100);
        Tuple[] images = images("1", "old", "large", "1", "new");
        changes.begin(Commit.at(150), 0, 1);
        changes.update(ORDERS, images[0], false, images[1]);
        assertThat(emitted()).singleElement().satisfies(row -> {
            assertThat(row.op()).isEqualTo(RowOp.UPDATE);
            assertThat(row.cell(2)).isEqualTo("large");
        });
    }

    @Test
    void resumesInMidTransactionBehindWhatWasEmitted() {
        StreamPosition middle = new StreamPosition(new Lsn(100), Commit.at(150), 4, Lsn.ZERO, ChangeCounts.NONE);
        GatedChanges changes = open(middle, 100, 100);
        assertThat(changes.position(Lsn.ZERO).partialOrdinal()).isEqualTo(4);
        changes.idle(new Lsn(120));
        assertThat(changes.position(Lsn.ZERO).partialCommit()).isEqualTo(Commit.at(150));
        changes.begin(Commit.at(150), 0, 1);
        assertThat(changes.position(Lsn.ZERO).partialOrdinal()).isEqualTo(4);
        changes.insert(ORDERS, row("1", "a"));
        changes.insert(ORDERS, row("2", "b"));
        assertThat(emitted()).isEmpty();
        changes.insert(ORDERS, row("3", "c"));
        assertThat(emitted())
                .singleElement()
                .satisfies(r -> assertThat(r.ordinal()).isEqualTo(4));
        changes.commit(new Lsn(160));
        assertThat(changes.position(Lsn.ZERO).isPartial()).isFalse();
        assertThat(changes.position(Lsn.ZERO).position()).isEqualTo(new Lsn(160));
    }

    @Test
    void standsAtTheFloorAfterABeginAndCapsIdlePositions() {
        GatedChanges changes = open(StreamPosition.at(new Lsn(10)), 100, 100);
        changes.grant(List.of(), Optional.of(new Lsn(140)));
        changes.begin(Commit.at(150), 0, 1);
        assertThat(changes.paused()).isTrue();
        changes.grant(List.of(), Optional.of(new Lsn(151)));
        assertThat(changes.paused()).isFalse();
        changes.commit(new Lsn(150));
        changes.idle(new Lsn(500));
        assertThat(changes.position(Lsn.ZERO).position()).isEqualTo(new Lsn(151));
    }

    @Test
    void aHeldStreamStandsWhereItIsAndSaysSo() {
        GatedChanges changes = open(StreamPosition.at(new Lsn(10)), 100, 100);
        changes.begin(Commit.at(150), 0, 1);
        changes.commit(new Lsn(160));
        assertThat(changes.hold()).isEqualTo(new Lsn(160));
        changes.begin(Commit.at(165), 0, 2);
        assertThat(changes.paused()).isTrue();
        assertThat(changes.hold()).isEqualTo(new Lsn(160));
        changes.grant(List.of(), Optional.of(new Lsn(166)));
        assertThat(changes.paused()).isFalse();
    }

    @Test
    void aSuppressedRangeIsKeptBackFromTheNextChangeOnUntilItIsGranted() {
        GatedChanges changes = open(StreamPosition.at(new Lsn(10)), 100, 100);
        changes.begin(Commit.at(150), 0, 1);
        changes.insert(ORDERS, row("1", "a"));
        changes.suppress(ORDERS.relation(), Schemas.range(-1, 5));
        changes.insert(ORDERS, row("2", "b"));
        changes.insert(ORDERS, row("6", "c"));
        assertThat(emitted()).extracting(change -> change.cell(0)).containsExactlyInAnyOrder("1", "6");
        changes.commit(new Lsn(160));

        CopiedRange again = new CopiedRange(ORDERS.relation(), Schemas.range(-1, 5), new Lsn(200), new Lsn(200));
        changes.grant(List.of(again), Optional.empty());
        changes.begin(Commit.at(199), 0, 2);
        changes.insert(ORDERS, row("3", "d"));
        changes.commit(new Lsn(201));
        changes.begin(Commit.at(202), 0, 3);
        changes.insert(ORDERS, row("4", "e"));
        assertThat(emitted()).extracting(change -> change.cell(0)).containsExactly("4");
    }

    @Test
    void aHeldStreamEndsTheTransactionThatIsUnderWay() {
        GatedChanges changes = open(StreamPosition.at(new Lsn(10)), 100, 100);
        changes.begin(Commit.at(150), 0, 1);
        changes.insert(ORDERS, row("1", "a"));
        Position reached = changes.hold();
        assertThat(reached.covers(Commit.at(150))).isTrue();
        assertThat(changes.paused()).isFalse();
        changes.commit(new Lsn(160));
        changes.idle(new Lsn(300));
        assertThat(reached.covers(changes.position(Lsn.ZERO).position())).isTrue();
    }

    @Test
    void aCommitRecordThatStraddlesTheFloorDoesNotCarryThePositionBeyondIt() {
        GatedChanges changes = open(StreamPosition.at(new Lsn(10)), 100, 100);
        changes.grant(List.of(), Optional.of(new Lsn(155)));
        changes.begin(Commit.at(150), 0, 1);
        changes.commit(new Lsn(160));
        assertThat(changes.position(Lsn.ZERO).position()).isEqualTo(new Lsn(155));
    }

    @Test
    void aTruncateWaitsForWhatIsBeforeItAndThenForItself() {
        GatedChanges changes = open(StreamPosition.at(new Lsn(100)), 100, 100);
        changes.begin(Commit.at(150), 0, 1);
        changes.insert(ORDERS, row("1", "a"));
        changes.truncate(1, List.of(new Truncated(0, ORDERS)), false, false);
        assertThat(changes.paused()).isTrue();
        changes.proceedBehindTruncate(Optional.of(StreamPosition.at(new Lsn(100))));
        assertThat(emitted()).extracting(RowChange::op).containsExactly(RowOp.INSERT);
        changes.proceedBehindTruncate(Optional.of(StreamPosition.at(new Lsn(100))));
        assertThat(emitted()).isEmpty();
        changes.proceedBehindTruncate(Optional.of(partial(150, 2)));
        assertThat(emitted()).extracting(RowChange::op).containsExactly(RowOp.TRUNCATE);
        changes.proceedBehindTruncate(Optional.of(partial(150, 2)));
        assertThat(changes.paused()).isTrue();
        changes.proceedBehindTruncate(Optional.of(partial(150, 4)));
        assertThat(changes.paused()).isFalse();
    }

    @Test
    void aHeldTruncateIsNotYetPartOfThePosition() {
        GatedChanges changes = open(StreamPosition.at(new Lsn(100)), 100, 100);
        changes.begin(Commit.at(150), 0, 1);
        changes.insert(ORDERS, row("1", "a"));
        changes.truncate(1, List.of(new Truncated(0, ORDERS)), false, false);
        blocks.take(1);
        StreamPosition before = changes.position(Lsn.ZERO);
        assertThat(before.partialOrdinal()).isEqualTo(2);
        changes.proceedBehindTruncate(Optional.of(before));
        assertThat(emitted()).extracting(RowChange::op).containsExactly(RowOp.TRUNCATE);
        assertThat(changes.position(Lsn.ZERO).partialOrdinal()).isEqualTo(4);
        changes.proceedBehindTruncate(Optional.of(before));
        assertThat(changes.paused()).isTrue();
        changes.proceedBehindTruncate(Optional.of(changes.position(Lsn.ZERO)));
        assertThat(changes.paused()).isFalse();
    }

    @Test
    void aTruncateThatTheCopyHoldsIsNotHeldUp() {
        GatedChanges changes = open(StreamPosition.at(new Lsn(10)), 200, 200);
        changes.begin(Commit.at(150), 0, 1);
        changes.truncate(1, List.of(new Truncated(0, ORDERS)), false, false);
        assertThat(changes.paused()).isFalse();
        assertThat(emitted()).isEmpty();
    }

    private GatedChanges open(StreamPosition start, long boundary, long gateAt) {
        Gate gate = new Gate(List.of(ORDERS));
        gate.grant(List.of(new CopiedRange(Schemas.ORDERS, KeyRange.ALL, new Lsn(boundary), new Lsn(gateAt))));
        GatedChanges changes = new GatedChanges(gate, blocks, start, lookups);
        changes.grant(List.of(), Optional.empty());
        return changes;
    }

    private static StreamPosition partial(long commit, int ordinal) {
        return new StreamPosition(new Lsn(100), Commit.at(commit), ordinal, Lsn.ZERO, ChangeCounts.NONE);
    }

    private List<RowChange> emitted() {
        List<RowChange> rows = new ArrayList<>();
        blocks.take(1).forEach(block -> BlockDeserializer.rows().deserialize(block, rows::add));
        return rows;
    }

    /** An orders row with the body NULL. */
    private static Tuple row(String id, String note) {
        byte[] bytes = (id + note).getBytes(StandardCharsets.UTF_8);
        Tuple tuple = new Tuple();
        tuple.reset(bytes, 3);
        tuple.text(0, 0, id.length());
        tuple.text(1, id.length(), note.length());
        return tuple;
    }

    /** A whole old row and a new one without its body, over one buffer as the decoder gives them. */
    private static Tuple[] images(String oldId, String oldNote, String body, String newId, String newNote) {
        byte[] bytes = (oldId + oldNote + body + newId + newNote).getBytes(StandardCharsets.UTF_8);
        Tuple before = new Tuple();
        before.reset(bytes, 3);
        int at = 0;
        before.text(0, at, oldId.length());
        at += oldId.length();
        before.text(1, at, oldNote.length());
        at += oldNote.length();
        before.text(2, at, body.length());
        at += body.length();
        Tuple after = new Tuple();
        after.reset(bytes, 3);
        after.text(0, at, newId.length());
        after.text(1, at + newId.length(), newNote.length());
        after.unchanged(2);
        return new Tuple[] {before, after};
    }
}
