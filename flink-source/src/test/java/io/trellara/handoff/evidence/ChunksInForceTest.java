package io.trellara.handoff.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import java.util.List;
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
        List<ChunkRecord> force = ChunksInForce.of(own, List.of(recopy(planned), recopy(again)));
        assertThat(force).containsExactly(own.get(0), planned, own.get(2), own.get(3));
        assertThat(ChunksInForce.of(own, List.of(recopy(again))))
                .contains(again)
                .doesNotContain(own.get(1));
    }

    @Test
    void aRefreshedRelationHasTheLaterPlanAloneAndARemovedOneNone() {
        ChunkRecord refreshed = copied(Schemas.ORDERS, 3, Schemas.range(-1, 7), 500);
        ChunksInForce.Child child =
                new ChunksInForce.Child(ChildKind.REFRESHED, List.of(Schemas.ORDERS), List.of(refreshed));
        ChunksInForce.Child removed = new ChunksInForce.Child(ChildKind.REMOVED, List.of(Schemas.NAMES), List.of());
        assertThat(ChunksInForce.of(own, List.of(child, removed))).containsExactly(refreshed);
    }

    @Test
    void numbersGoOnFromPlanToPlan() {
        ChunkRecord again = copied(Schemas.ORDERS, 7, Schemas.range(10, 20), 500);
        assertThat(ChunksInForce.nextNumber(Schemas.ORDERS, own, List.of(recopy(again))))
                .isEqualTo(8);
        assertThat(ChunksInForce.nextNumber(new Relation("shop", "new"), own, List.of()))
                .isZero();
    }

    private static ChunksInForce.Child recopy(ChunkRecord chunk) {
        return new ChunksInForce.Child(ChildKind.RECOPY, List.of(chunk.id().relation()), List.of(chunk));
    }

    private static ChunkRecord copied(Relation relation, int number, KeyRange range, long boundary) {
        return ChunkRecord.planned(new ChunkId(relation, number), range)
                .member(0, new Lsn(boundary))
                .claimed(new Lsn(boundary))
                .copied(1, 1, 1);
    }
}
