package io.trellara.handoff.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.ChunkReading;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.evidence.RunPlan;
import io.trellara.handoff.evidence.StreamTouch;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.verify.VerifyPlan.Piece;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TouchedPiecesTest {
    private static final Instant BASE = Instant.parse("2026-11-01T00:00:00Z");
    private static final Instant BEFORE = BASE.minusSeconds(60);
    private static final RelationSchema ORDERS = schema("orders", KeyOrder.INTEGER);
    private static final RelationSchema NAMES = schema("names", KeyOrder.TEXT);

    private final List<ChunkRecord> chunks = new ArrayList<>(List.of(
            chunk(ORDERS, 0, 0, BEFORE),
            chunk(ORDERS, 1, 1, BEFORE),
            chunk(ORDERS, 2, 2, BEFORE),
            chunk(NAMES, 0, 0, BEFORE),
            chunk(NAMES, 1, 2, BEFORE)));

    @Test
    void nothingIsPickedWhereNothingWasTouched() {
        assertThat(picked(List.of())).isEmpty();
    }

    @Test
    void theChunksThatWereTouchedArePicked() {
        assertThat(picked(List.of(touch(ORDERS, 1)))).containsExactly("orders 1");
        assertThat(picked(List.of(touch(ORDERS, 0), touch(ORDERS, 2)))).containsExactly("orders 0", "orders 2");
    }

    @Test
    void aRelationThatWasTouchedAsAWholeIs() {
        assertThat(picked(List.of(touch(ORDERS, StreamTouch.ALL)))).containsExactly("orders 0", "orders 1", "orders 2");
    }

    @Test
    void aRelationThatIsOnePieceIsPickedForAnyOfItsChunks() {
        assertThat(picked(List.of(touch(NAMES, 1)))).containsExactly("names -1");
        assertThat(picked(List.of(touch(NAMES, StreamTouch.ALL)))).containsExactly("names -1");
    }

    @Test
    void aNumberOfAnOlderPlanStandsForItsKeys() {
        chunks.add(chunk(ORDERS, 3, 1, BEFORE));
        assertThat(picked(List.of(touch(ORDERS, 1)))).containsExactly("orders 3");
        assertThat(picked(List.of(touch(ORDERS, 3)))).containsExactly("orders 3");
    }

    @Test
    void aNumberThatNoPlanKnowsPicksTheRelation() {
        assertThat(picked(List.of(touch(ORDERS, 17)))).containsExactly("orders 0", "orders 1", "orders 2");
    }

    @Test
    void whatWasCopiedSinceIsPicked_alsoWhereThatIsNotKnown() {
        chunks.add(chunk(ORDERS, 3, 1, BASE.plusSeconds(1)));
        assertThat(picked(List.of())).containsExactly("orders 3");
        chunks.set(chunks.size() - 1, chunk(ORDERS, 3, 1, null));
        assertThat(picked(List.of())).containsExactly("orders 3");
    }

    @Test
    void whatAnotherVerificationHasFoundSinceIsPicked() {
        VerifiedRelation found =
                new VerifiedRelation(ORDERS.relation(), "f", 9, 9, 3, 0, 0, 1, 0, "a", "b", List.of(2));
        assertThat(TouchedPieces.of(plan(), List.of(), BASE, List.of(found)).of(pieces()))
                .extracting(TouchedPiecesTest::name)
                .containsExactly("orders 2");
    }

    @Test
    void withoutTheLookAtCopiesAndAtOthersFindingsTheyArePassedOver() {
        chunks.add(chunk(ORDERS, 3, 1, BASE.plusSeconds(1)));
        Instant asIfAllWasCopiedBefore = Instant.MAX;
        assertThat(TouchedPieces.of(plan(), List.of(), asIfAllWasCopiedBefore, List.of())
                        .of(pieces()))
                .isEmpty();
    }

    private List<String> picked(List<StreamTouch> touches) {
        return TouchedPieces.of(plan(), touches, BASE, List.of()).of(pieces()).stream()
                .map(TouchedPiecesTest::name)
                .toList();
    }

    private List<Piece> pieces() {
        Map<Relation, List<ChunkRecord>> inForce = new LinkedHashMap<>();
        plan().chunksInForce()
                .forEach(chunk -> inForce.computeIfAbsent(chunk.id().relation(), r -> new ArrayList<>())
                        .add(chunk));
        return new VerifyPlan(new RunKey("shop", "all", "1"), "pg", plan().schemas(), inForce, false).pieces();
    }

    private RunPlan plan() {
        Map<Relation, RelationSchema> schemas = new LinkedHashMap<>();
        schemas.put(ORDERS.relation(), ORDERS);
        schemas.put(NAMES.relation(), NAMES);
        return new RunPlan(new RunPlan.Part(schemas, chunks), List.of());
    }

    private static String name(Piece piece) {
        return piece.schema().relation().name() + " " + piece.chunk();
    }

    private static StreamTouch touch(RelationSchema schema, int chunk) {
        return new StreamTouch(schema.relation(), chunk, 1);
    }

    /** @param place which of three ranges it is */
    private static ChunkRecord chunk(RelationSchema schema, int number, int place, @Nullable Instant copied) {
        KeyRange range = KeyRange.of(
                place == 0 ? Optional.empty() : bound(place * 10L),
                place == 2 ? Optional.empty() : bound(10 + place * 10L));
        return new ChunkRecord(
                new ChunkId(schema.relation(), number),
                range,
                ChunkState.COPIED,
                OptionalInt.of(0),
                Optional.of(new Lsn(5)),
                Optional.of(new Lsn(5)),
                Optional.of(new Lsn(5)),
                1,
                3,
                30,
                OptionalLong.of(1),
                new ChunkReading(OptionalInt.of(0), Optional.of(BEFORE), Optional.ofNullable(copied)));
    }

    private static Optional<Key> bound(long key) {
        return Optional.of(new Key(List.of(Long.toString(key))));
    }

    private static RelationSchema schema(String name, KeyOrder order) {
        return new RelationSchema(
                new Relation("public", name),
                List.of(new Column("k", "bigint", 20, false, order)),
                List.of(0),
                "ab".repeat(32));
    }
}
