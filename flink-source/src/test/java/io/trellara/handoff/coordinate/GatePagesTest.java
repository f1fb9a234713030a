package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.state.CoordinatorEvent.GatePage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The gate travels merged and in pages. */
final class GatePagesTest {
    private static final Lsn P0 = new Lsn(100);

    @Test
    void mergesNeighboursOfOneView() {
        List<CopiedRange> ranges = GatePages.ranges(
                List.of(Schemas.orders()),
                List.of(
                        copied(Schemas.ORDERS, 0, Schemas.range(-1, 10), P0),
                        copied(Schemas.ORDERS, 1, Schemas.range(10, -1), P0)));
        assertThat(ranges).containsExactly(new CopiedRange(Schemas.ORDERS, KeyRange.ALL, P0, P0));
    }

    @Test
    void keepsNeighboursOfDifferentViewsApart() {
        assertThat(GatePages.ranges(
                        List.of(Schemas.orders()),
                        List.of(
                                copied(Schemas.ORDERS, 0, Schemas.range(-1, 10), P0),
                                copied(Schemas.ORDERS, 1, Schemas.range(10, -1), new Lsn(200)))))
                .hasSize(2);
    }

    @Test
    void givesKeysWithoutAnOrderOneGate() {
        assertThat(GatePages.ranges(
                        List.of(Schemas.names()),
                        List.of(
                                copied(Schemas.NAMES, 0, Schemas.range(-1, 10), P0),
                                copied(Schemas.NAMES, 1, Schemas.range(10, -1), new Lsn(200)))))
                .containsExactly(new CopiedRange(Schemas.NAMES, KeyRange.ALL, new Lsn(200), P0));
    }

    @Test
    void opensKeysWithoutAnOrderOnlyAsAWhole() {
        ChunkRecord claimed = ChunkRecord.planned(new ChunkId(Schemas.NAMES, 1), Schemas.range(10, -1))
                .member(1, P0)
                .claimed(new Lsn(200));
        ChunkRecord copied = copied(Schemas.NAMES, 0, Schemas.range(-1, 10), P0);
        assertThat(GatePages.granted(List.of(Schemas.names()), List.of(copied, claimed), List.of(copied)))
                .isEmpty();
        ChunkRecord last = claimed.copied(1, 1, 1);
        assertThat(GatePages.granted(List.of(Schemas.names()), List.of(copied, last), List.of(last)))
                .containsExactly(new CopiedRange(Schemas.NAMES, KeyRange.ALL, new Lsn(200), P0));
    }

    @Test
    void grantsOnlyWhatMoved() {
        ChunkRecord before = copied(Schemas.ORDERS, 0, Schemas.range(-1, 10), P0);
        ChunkRecord now = copied(Schemas.ORDERS, 1, Schemas.range(10, -1), new Lsn(200));
        assertThat(GatePages.granted(List.of(Schemas.orders()), List.of(before, now), List.of(now)))
                .containsExactly(new CopiedRange(Schemas.ORDERS, Schemas.range(10, -1), new Lsn(200), new Lsn(200)));
    }

    @Test
    void numbersPagesAndKeepsThemShort() {
        List<ChunkRecord> chunks = new ArrayList<>();
        for (int i = 0; i < 2_500; i++) {
            chunks.add(copied(Schemas.ORDERS, i, Schemas.range(i, i + 1), new Lsn(100 + i)));
        }
        List<GatePage> pages = GatePages.of(List.of(Schemas.orders()), chunks);
        assertThat(pages).extracting(GatePage::sequence).containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(pages.stream().mapToInt(p -> p.ranges().size()).sum()).isEqualTo(2_500);
        assertThat(pages.stream().mapToInt(p -> p.chunks().size()).sum()).isEqualTo(2_500);
        assertThat(pages.get(0).schemas()).hasSize(1);
    }

    private static ChunkRecord copied(Relation relation, int number, KeyRange range, Lsn view) {
        return ChunkRecord.planned(new ChunkId(relation, number), range)
                .member(0, P0)
                .claimed(view)
                .copied(1, 1, 1);
    }
}
