package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which chunks the next wave takes. */
final class WaveMembersTest {
    private static final Lsn FLOOR = new Lsn(100);
    private static final Map<Relation, RelationSchema> SCHEMAS =
            Map.of(Schemas.ORDERS, Schemas.orders(), Schemas.NAMES, Schemas.names());

    private static List<ChunkRecord> planned(Relation relation, int chunks) {
        List<ChunkRecord> all = new ArrayList<>();
        for (int i = 0; i < chunks; i++) {
            all.add(ChunkRecord.planned(
                    new ChunkId(relation, i), Schemas.range(i == 0 ? -1 : i, i == chunks - 1 ? -1 : i + 1)));
        }
        return all;
    }

    private static ChunkRecord claimed(ChunkRecord chunk) {
        return chunk.member(0, FLOOR).claimed(FLOOR);
    }

    @Test
    void takesUpToTheMostInPlanOrder() {
        assertThat(WaveMembers.of(planned(Schemas.ORDERS, 5), SCHEMAS, 2))
                .containsExactly(new ChunkId(Schemas.ORDERS, 0), new ChunkId(Schemas.ORDERS, 1));
    }

    @Test
    void takesAllThatWasClaimedBeforeBesides() {
        List<ChunkRecord> chunks = planned(Schemas.ORDERS, 5);
        chunks.set(3, claimed(chunks.get(3)));
        chunks.set(0, claimed(chunks.get(0)).copied(1, 1, 1));
        assertThat(WaveMembers.of(chunks, SCHEMAS, 1))
                .containsExactlyInAnyOrder(new ChunkId(Schemas.ORDERS, 3), new ChunkId(Schemas.ORDERS, 1));
    }

    @Test
    void takesARelationWithoutAnOrderWholeOrNotYet() {
        List<ChunkRecord> chunks = new ArrayList<>(planned(Schemas.ORDERS, 2));
        chunks.addAll(planned(Schemas.NAMES, 3));
        assertThat(WaveMembers.of(chunks, SCHEMAS, 4)).hasSize(2);
        assertThat(WaveMembers.of(chunks, SCHEMAS, 5)).hasSize(5);
        assertThat(WaveMembers.of(planned(Schemas.NAMES, 3), SCHEMAS, 1)).hasSize(3);
    }

    @Test
    void aRelationWithoutAnOrderThatWasBegunComesWhole() {
        List<ChunkRecord> chunks = new ArrayList<>(planned(Schemas.ORDERS, 2));
        List<ChunkRecord> names = planned(Schemas.NAMES, 3);
        names.set(0, claimed(names.get(0)));
        chunks.addAll(names);
        assertThat(WaveMembers.of(chunks, SCHEMAS, 1)).hasSize(1 + 3);
    }

    @Test
    void partsOfARelationWithoutAnOrderShareTheFirstFloorAndHoldTheStreamThere() {
        List<ChunkRecord> names = planned(Schemas.NAMES, 2);
        names.set(0, claimed(names.get(0)).copied(1, 1, 1));
        ChunkTracker tracker = new ChunkTracker(names, SCHEMAS);
        assertThat(tracker.floor()).contains(FLOOR);
        assertThat(tracker.members(1, new Lsn(500), 1))
                .singleElement()
                .satisfies(move -> assertThat(move.after().firstFloor()).contains(FLOOR));
    }
}
