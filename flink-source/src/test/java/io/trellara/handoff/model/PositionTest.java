package io.trellara.handoff.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Positions of both kinds: what they cover, their text and their bytes. */
final class PositionTest {
    private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final String B = "f0000000-0000-11e1-9e33-c80aa9429562";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "16/B374D848",
                "0/0",
                A + ":1-5:7",
                A + ":1-5@3/4D2",
                A + ":1-5@3/4D2;" + A + ":5=17",
                A + ":1-2:tag:4," + B + ":9",
                "",
                "@1/4"
            })
    void comesBackFromItsTextAndItsBytes(String text) throws IOException {
        Position position = Position.parse(text);
        assertThat(position.toString()).isEqualTo(text);
        assertThat(position instanceof Lsn).isEqualTo(text.matches("[0-9A-F]+/[0-9A-F]+"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PositionCodec.write(position, new DataOutputStream(bytes));
        assertThat(PositionCodec.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))))
                .isEqualTo(position);
    }

    @Test
    void gtidSetsAreOrderedInPartOnly() {
        Position left = Position.parse(A + ":1-5");
        Position right = Position.parse(A + ":1-3," + B + ":1");
        assertThat(left.covers(right)).isFalse();
        assertThat(right.covers(left)).isFalse();
        assertThat(left.with(right)).isEqualTo(Position.parse(A + ":1-5," + B + ":1"));
        assertThat(left.common(right)).isEqualTo(Position.parse(A + ":1-3"));
    }

    /** With gaps and parallel appliers too: what comes later in the log may have the smaller number. */
    @Test
    void aFloorCoversATransactionByItsGtidAndNotByItsPlace() {
        Position floor = Position.parse(A + ":1-3:5");
        assertThat(floor.covers(commit(900, A + ":5"))).isTrue();
        assertThat(floor.covers(commit(100, A + ":4"))).isFalse();
        assertThat(floor.covers(commit(100, B + ":1"))).isFalse();
    }

    @Test
    void aStreamsPositionGrowsByTransactionsAndKnowsItsPlace() {
        Position at = BinlogPosition.parse(A + ":1-3@1/64");
        Position next = at.after(commit(0x1_0000_0100L, A + ":5"));
        assertThat(next).isEqualTo(BinlogPosition.parse(A + ":1-3:5@1/101"));
        assertThat(next.place().covers(0x1_0000_0100L)).isTrue();
        assertThat(next.place().covers(0x1_0000_0101L)).isFalse();
    }

    /** A place says that all before it is covered; it must not outlive what covers it. */
    @Test
    void keepsAPlaceOnlyWhereAllBeforeItIsCovered() {
        Position stream = BinlogPosition.parse(A + ":1-9@1/64");
        assertThat(stream.common(Position.parse(A + ":1-20"))).isEqualTo(stream);
        assertThat(stream.common(Position.parse(A + ":1-4")).place()).isEqualTo(Lsn.ZERO);
        assertThat(stream.common(Position.parse(A + ":1-4," + B + ":1")).place())
                .isEqualTo(Lsn.ZERO);
        assertThat(stream.with(Position.parse(B + ":1")).place()).isEqualTo(stream.place());
    }

    /** It is right before the place, and so it is wherever that comes from. */
    @Test
    void theLastTransactionStaysWithThePlace() {
        BinlogPosition earlier = BinlogPosition.parse(A + ":1-3@1/64").after(commit(0x1_0000_0100L, A + ":4"), 17);
        assertThat(earlier).hasToString(A + ":1-4@1/101;" + A + ":4=17");
        BinlogPosition later = BinlogPosition.parse(B + ":1@1/64").after(commit(0x2_0000_0000L, B + ":2"), 18);
        assertThat(earlier.with(later)).hasToString(A + ":1-4," + B + ":1-2@2/1;" + B + ":2=18");
        assertThat(later.with(earlier)).isEqualTo(earlier.with(later));
        assertThat(earlier.common(later)).hasToString("@1/101;" + A + ":4=17");
        assertThat(earlier.with(Position.parse(B + ":7")).last()).isEqualTo(earlier.last());
        assertThat(earlier.common(Position.parse(A + ":1")).last()).isNull();
    }

    @Test
    void lsnsCoverWhatCommitsBelowThem() {
        Position at = new Lsn(100);
        assertThat(at.covers(Commit.at(99))).isTrue();
        assertThat(at.covers(Commit.at(100))).isFalse();
        assertThat(at.after(Commit.at(100))).isEqualTo(new Lsn(101));
        assertThat(at.after(Commit.at(50))).isEqualTo(at);
        assertThat(at.with(new Lsn(-1))).isEqualTo(new Lsn(-1));
        assertThat(at.common(new Lsn(-1))).isEqualTo(at);
        assertThat(at.place()).isEqualTo(at);
    }

    @Test
    void kindsDoNotMix() {
        Position gtids = Position.parse(A + ":1");
        assertThatThrownBy(() -> new Lsn(1).covers(gtids)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> gtids.with(new Lsn(1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> gtids.covers(Commit.at(1))).isInstanceOf(NullPointerException.class);
    }

    private static Commit commit(long place, String gtid) {
        return new Commit(place, Gtid.parse(gtid));
    }
}
