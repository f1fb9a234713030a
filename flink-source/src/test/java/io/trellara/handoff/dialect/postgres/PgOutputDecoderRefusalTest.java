package io.trellara.handoff.dialect.postgres;

import static io.trellara.handoff.dialect.postgres.StreamFixture.ITEM;
import static io.trellara.handoff.dialect.postgres.StreamFixture.ITEM_COLUMNS;
import static io.trellara.handoff.dialect.postgres.StreamFixture.LINE;
import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.trellara.handoff.dialect.postgres.StreamContract.MessageColumn;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Lsn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stops a stream (R9, R10). */
class PgOutputDecoderRefusalTest {
    private static final List<byte[]> SOUND = List.of(
            PgOutputEncoder.relation(ITEM, "public", "item", ITEM_COLUMNS),
            PgOutputEncoder.type(16_500, "public", "mood"),
            PgOutputEncoder.origin(5, "elsewhere"),
            PgOutputEncoder.logicalMessage("app", "hello"),
            PgOutputEncoder.insert(ITEM, asList("1", "a", null)),
            PgOutputEncoder.update(ITEM, 'K', asList("1", null, null), List.of("2", "a", "b")),
            PgOutputEncoder.delete(ITEM, 'O', List.of("2", "a", "b")),
            PgOutputEncoder.truncate(0, ITEM, LINE),
            PgOutputEncoder.commit(100, 148),
            PgOutputEncoder.begin(100, 0, 7));

    private static HandoffException refusal(StreamFixture stream, byte[] message) {
        HandoffException refused = catchThrowableOfType(HandoffException.class, () -> stream.decode(message));
        assertThat(refused).as("a refusal").isNotNull();
        return refused;
    }

    @Test
    void everyTruncationOfEveryMessageIsMalformed() {
        for (byte[] message : SOUND) {
            for (int length = 0; length < message.length; length++) {
                StreamFixture stream =
                        message[0] == 'B' ? new StreamFixture().describe() : StreamFixture.inTransaction();
                byte[] cut = Arrays.copyOf(message, length);

                assertThat(refusal(stream, cut).code())
                        .as("%c cut to %d of %d", (char) message[0], length, message.length)
                        .isEqualTo(ErrorCode.STREAM_MALFORMED);
            }
        }
    }

    @Test
    void unchangedLargeKeyWithoutTheOldKeyStopsTheStream() {
        byte[] keyless = PgOutputEncoder.update(LINE, 'N', List.of(), List.of("1", "x", PgOutputEncoder.UNCHANGED));

        HandoffException refused = refusal(StreamFixture.inTransaction(), keyless);

        assertThat(refused.code()).isEqualTo(ErrorCode.SOURCE_VERSION_DEFECTIVE);
        assertThat(refused.mayPass()).isFalse();
        assertThat(refused.finding().object()).isEqualTo("relation sales.line");
    }

    @Test
    void everyMessageWithOneByteMoreIsMalformed() {
        for (byte[] message : SOUND) {
            StreamFixture stream = message[0] == 'B' ? new StreamFixture().describe() : StreamFixture.inTransaction();

            assertThat(refusal(stream, Arrays.copyOf(message, message.length + 1))
                            .code())
                    .as("%c", (char) message[0])
                    .isEqualTo(ErrorCode.STREAM_MALFORMED);
        }
    }

    @ParameterizedTest
    @ValueSource(chars = {'S', 'E', 'c', 'A', 'b', 'P', 'K', 'r', 'p', '\0', 'z'})
    void haltsAtAMessageOfAnotherProtocol(char type) {
        HandoffException refused = refusal(StreamFixture.inTransaction(), new byte[] {(byte) type, 0, 0, 0, 0});

        assertThat(refused.code()).isEqualTo(ErrorCode.STREAM_UNKNOWN_MESSAGE);
        assertThat(refused).hasMessageContaining(String.format("0x%02x", (int) type));
    }

    @Test
    void haltsAtABinaryCellAndAtAnUnknownTruncateOption() {
        byte[] binary = PgOutputEncoder.insert(ITEM, List.of("1", "a", "b"));
        binary[8] = 'b';

        assertThat(refusal(StreamFixture.inTransaction(), binary).code()).isEqualTo(ErrorCode.STREAM_UNKNOWN_MESSAGE);
        assertThat(refusal(StreamFixture.inTransaction(), PgOutputEncoder.truncate(4, ITEM))
                        .code())
                .isEqualTo(ErrorCode.STREAM_UNKNOWN_MESSAGE);
    }

    @Test
    void refusesWhatContradictsItself() {
        StreamFixture outside = new StreamFixture().describe();
        StreamFixture inside = StreamFixture.inTransaction();

        for (HandoffException refused : List.of(
                refusal(outside, PgOutputEncoder.insert(ITEM, List.of("1", "a", "b"))),
                refusal(outside, PgOutputEncoder.commit(100, 148)),
                refusal(inside, PgOutputEncoder.begin(101, 0, 8)),
                refusal(inside, PgOutputEncoder.commit(101, 148)),
                refusal(inside, PgOutputEncoder.commit(100, 100)),
                refusal(inside, PgOutputEncoder.insert(4711, List.of("1", "a", "b"))),
                refusal(inside, PgOutputEncoder.insert(ITEM, List.of("1", "a"))),
                refusal(inside, PgOutputEncoder.delete(ITEM, 'K', asList(null, "a", null))))) {
            assertThat(refused.code()).isEqualTo(ErrorCode.STREAM_MALFORMED);
        }
    }

    private static HandoffException useOf(MessageColumn... columns) {
        List<String> row = new ArrayList<>(List.of("1", "a", "b", "c"));
        return refusal(
                StreamFixture.inTransaction()
                        .decode(PgOutputEncoder.relation(ITEM, "public", "item", List.of(columns))),
                PgOutputEncoder.insert(ITEM, List.copyOf(row.subList(0, columns.length))));
    }

    @Test
    void haltsAtAChangedColumnAndNamesIt() {
        MessageColumn id = ITEM_COLUMNS.get(0);
        MessageColumn name = ITEM_COLUMNS.get(1);
        MessageColumn note = ITEM_COLUMNS.get(2);

        assertThat(useOf(id, name)).hasMessageContaining("SCHEMA_CHANGED").hasMessageContaining("column note gone");
        assertThat(useOf(id, name, note, new MessageColumn("extra", 25, false)))
                .hasMessageContaining("SCHEMA_CHANGED")
                .hasMessageContaining("new column extra");
        assertThat(useOf(id, new MessageColumn("name", 23, false), note))
                .hasMessageContaining("SCHEMA_CHANGED")
                .hasMessageContaining("column name of another type, oid 23");
        assertThat(useOf(new MessageColumn("id", 20, false), name, note))
                .hasMessageContaining("IDENTITY_CHANGED")
                .hasMessageContaining("without key column id");
    }

    @Test
    void haltsAtATableThatWasRenamedOrSwappedIn() {
        StreamFixture renamed = StreamFixture.inTransaction()
                .decode(PgOutputEncoder.relation(ITEM, "public", "item_old", ITEM_COLUMNS));
        StreamFixture swapped =
                StreamFixture.inTransaction().decode(PgOutputEncoder.relation(999, "public", "item", ITEM_COLUMNS));

        assertThat(refusal(renamed, PgOutputEncoder.insert(ITEM, List.of("1", "a", "b"))))
                .hasMessageContaining("SCHEMA_CHANGED: relation public.item: observed its name is now public.item_old");
        assertThat(refusal(swapped, PgOutputEncoder.insert(999, List.of("1", "a", "b"))))
                .hasMessageContaining("SCHEMA_CHANGED: relation public.item: observed another table under this name");
    }

    @Test
    void anOlderShapeInACoveredTransactionIsNoFault() {
        StreamFixture stream = new StreamFixture(new Lsn(100))
                .decode(PgOutputEncoder.begin(50, 0, 7))
                .decode(PgOutputEncoder.relation(ITEM, "public", "item", ITEM_COLUMNS.subList(0, 2)))
                .decode(PgOutputEncoder.insert(ITEM, List.of("1", "a")))
                .decode(PgOutputEncoder.commit(50, 60))
                .decode(PgOutputEncoder.begin(100, 0, 8));

        assertThatThrownBy(() -> stream.decode(PgOutputEncoder.insert(ITEM, List.of("2", "b"))))
                .hasMessageContaining("SCHEMA_CHANGED");
    }

    @Test
    void neverShowsAValue() {
        StreamFixture stream = StreamFixture.inTransaction();
        byte[] longer = PgOutputEncoder.insert(ITEM, List.of("1", "secret", "secret"));

        assertThat(refusal(stream, Arrays.copyOf(longer, longer.length - 2)).getMessage())
                .doesNotContain("secret");
    }
}
