package io.trellara.handoff.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.PlannedChunk;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.TouchedChunks;
import io.trellara.handoff.model.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ChunkNotesTest {
    private static final Relation ORDERS = new Relation("public", "orders");
    private static final Relation NAMES = new Relation("public", "names");
    private static final RelationSchema BY_NUMBER = schema(ORDERS, KeyOrder.INTEGER);
    private static final RelationSchema BY_NAME = schema(NAMES, KeyOrder.COLLATED);

    /** (-, 9], (9, 100], (100, -): as text 100 lies before 9. */
    private static final List<PlannedChunk> PLAN =
            List.of(chunk(ORDERS, 0, "", "9"), chunk(ORDERS, 1, "9", "100"), chunk(ORDERS, 2, "100", ""));

    @Test
    void aKeyAtAChunksUpperEndIsInItAndTheNextOneIsNot() {
        assertThat(noted(PLAN, "9")).isEqualTo("{0}");
        assertThat(noted(PLAN, "10")).isEqualTo("{1}");
        assertThat(noted(PLAN, "100")).isEqualTo("{1}");
        assertThat(noted(PLAN, "101")).isEqualTo("{2}");
        assertThat(noted(PLAN, "-5")).isEqualTo("{0}");
    }

    @Test
    void whateverWasNotedBefore() {
        List<PlannedChunk> plan = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            plan.add(chunk(ORDERS, i, i == 0 ? "" : "" + i * 10, i == 49 ? "" : "" + (i + 1) * 10));
        }
        Collections.shuffle(plan, new Random(7));
        ChunkNotes notes = new ChunkNotes(List.of(BY_NUMBER), plan);
        Random random = new Random(11);
        for (int i = 0; i < 5_000; i++) {
            int key = random.nextInt(500);
            notes.note(BY_NUMBER, row("" + key));
            notes.committed();
            int chunk = Math.max(0, (key - 1) / 10);
            assertThat(notes.take().get(ORDERS)).hasToString("{" + chunk + "}");
        }
    }

    @Test
    void chunksKeepTheirOwnNumbers_thoseOfARangeThatWasCopiedAgainTheNewerOne() {
        List<PlannedChunk> plan =
                List.of(chunk(ORDERS, 0, "", "9"), chunk(ORDERS, 7, "9", "100"), chunk(ORDERS, 2, "100", ""));
        assertThat(noted(plan, "50", "500")).isEqualTo("{2, 7}");
    }

    @Test
    void aChangeThatMayBeAnywhereIsNotedAsAllOfTheRelation() {
        ChunkNotes notes = new ChunkNotes(List.of(BY_NUMBER), PLAN);
        notes.noteAll(ORDERS);
        assertThat(of(notes.take(), ORDERS).all()).isTrue();
    }

    @Test
    void aRelationWhoseKeysOnlyTheSourceComparesIsNotedAsAWhole() {
        ChunkNotes notes = new ChunkNotes(
                List.of(BY_NUMBER, BY_NAME),
                List.of(PLAN.get(0), PLAN.get(1), PLAN.get(2), chunk(NAMES, 0, "", "m"), chunk(NAMES, 1, "m", "")));
        notes.note(BY_NAME, row("anna"));
        notes.note(BY_NUMBER, row("5"));
        Map<Relation, TouchedChunks> taken = notes.take();
        assertThat(of(taken, NAMES).all()).isTrue();
        assertThat(taken.get(ORDERS)).hasToString("{0}");
    }

    @Test
    void aPlanThatLeavesKeysOutSaysOfNoneWhereItLies() {
        for (List<PlannedChunk> gap : List.of(
                List.of(PLAN.get(0), PLAN.get(2)),
                List.of(PLAN.get(0), PLAN.get(1)),
                List.of(PLAN.get(1), PLAN.get(2)),
                List.<PlannedChunk>of())) {
            assertThat(noted(gap, "5")).isEqualTo("all");
        }
    }

    @Test
    void whatIsTakenIsNotSaidAgain_onceItsTransactionHasEnded() {
        ChunkNotes notes = new ChunkNotes(List.of(BY_NUMBER), PLAN);
        notes.note(BY_NUMBER, row("5"));
        assertThat(notes.take()).hasSize(1);
        notes.committed();
        assertThat(notes.take()).hasSize(1);
        assertThat(notes.take()).isEmpty();
        notes.note(BY_NUMBER, row("5"));
        assertThat(notes.take()).hasSize(1);
    }

    private static String noted(List<PlannedChunk> plan, String... keys) {
        ChunkNotes notes = new ChunkNotes(List.of(BY_NUMBER), plan);
        for (String key : keys) {
            notes.note(BY_NUMBER, row(key));
        }
        return of(notes.take(), ORDERS).toString();
    }

    private static TouchedChunks of(Map<Relation, TouchedChunks> taken, Relation relation) {
        return taken.getOrDefault(relation, new TouchedChunks());
    }

    private static Tuple row(String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        Tuple row = new Tuple();
        row.reset(bytes, 1);
        row.text(0, 0, bytes.length);
        return row;
    }

    private static PlannedChunk chunk(Relation relation, int number, String lower, String upper) {
        return new PlannedChunk(new ChunkId(relation, number), KeyRange.of(bound(lower), bound(upper)));
    }

    private static Optional<Key> bound(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(new Key(List.of(text)));
    }

    private static RelationSchema schema(Relation relation, KeyOrder order) {
        return new RelationSchema(
                relation, List.of(new Column("k", "bigint", 20, false, order)), List.of(0), "ab".repeat(32));
    }
}
