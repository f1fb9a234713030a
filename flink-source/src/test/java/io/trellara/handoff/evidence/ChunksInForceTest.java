package io.trellara.handoff.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ChunksInForceTest {
    private final List<ChunkRecord> own = List.of(
            copied(Schemas.ORDERS, 0, Schemas.range(-1, 10), 100),
            copied(Schemas.ORDERS, 1, Schemas.range(10, 20), 100),
            copied(Schemas.ORDERS, 2, Schemas.range(20, -1), 100),
            copied(Schemas.NAMES, 0, KeyRange.ALL, 100));

    @Test
    void aChunkCopiedAgainStandsInThePlaceOfTheOlderOne() {
        ChunkRecord again = copied(Schemas.ORDERS, 3, Schemas.range(10, 20), 500);
        ChunkRecord planned = ChunkRecord.planned(new ChunkId(Schemas.ORDERS, 4), Schemas.range(10, 20));
        List<ChunkRecord> force = ChunksInForce.of(all(own, List.of(planned, again)));
        assertThat(force).containsExactly(own.get(0), planned, own.get(2), own.get(3));
        assertThat(ChunksInForce.of(all(List.of(again), own))).contains(again).doesNotContain(own.get(1));
    }

    @Test
    void aRelationThatIsRetiredInOnePlanIsThatOfTheLaterOne() {
        ChunkRecord refreshed = copied(Schemas.ORDERS, 3, Schemas.range(-1, 7), 500);
        RunPlan.Part retired = new RunPlan.Part(Map.of(Schemas.NAMES, Schemas.names()), own);
        assertThat(ChunksInForce.of(all(retired.carried(), List.of(refreshed))))
                .containsExactlyInAnyOrder(own.get(3), refreshed);
    }

    @Test
    void numbersGoOnFromPlanToPlan() {
        ChunkRecord again = copied(Schemas.ORDERS, 7, Schemas.range(10, 20), 500);
        assertThat(ChunksInForce.nextNumber(Schemas.ORDERS, List.of(own.get(0), again, own.get(1))))
                .isEqualTo(8);
        assertThat(ChunksInForce.nextNumber(new Relation("shop", "new"), own)).isZero();
    }

    private static Stream<ChunkRecord> all(List<ChunkRecord> one, List<ChunkRecord> other) {
        return Stream.concat(one.stream(), other.stream());
    }

    private static ChunkRecord copied(Relation relation, int number, KeyRange range, long boundary) {
        return ChunkRecord.planned(new ChunkId(relation, number), range)
                .member(0, new Lsn(boundary))
                .claimed(new Lsn(boundary))
                .copied(1, 1, 1);
    }
}
