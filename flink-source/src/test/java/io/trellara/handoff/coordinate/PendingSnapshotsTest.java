package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.state.ChunkReport;
import io.trellara.handoff.state.ReaderEvent.Snapshot;
import io.trellara.handoff.state.StreamPosition;
import java.util.List;
import org.junit.jupiter.api.Test;

/** R4: only what a completed checkpoint held is durable. */
final class PendingSnapshotsTest {
    private static final ChunkReport REPORT =
            new ChunkReport(new ChunkAttempt(new ChunkId(Schemas.ORDERS, 0), 1), 10, 100);

    private final PendingSnapshots snapshots = new PendingSnapshots();

    @Test
    void waitsForTheCheckpoint() {
        snapshots.add(0, new Snapshot(5, List.of(REPORT), null, null));
        snapshots.completed(4);
        assertThat(snapshots.take()).isEmpty();
        snapshots.completed(5);
        assertThat(snapshots.take())
                .hasValueSatisfying(d -> assertThat(d.allReports()).containsExactly(REPORT));
        assertThat(snapshots.take()).isEmpty();
    }

    @Test
    void aLaterCheckpointStandsForAnEarlierOne() {
        snapshots.add(0, new Snapshot(5, List.of(REPORT), StreamPosition.at(new Lsn(1)), null));
        snapshots.add(0, new Snapshot(6, List.of(), StreamPosition.at(new Lsn(2)), null));
        snapshots.completed(7);
        assertThat(snapshots.take()).hasValueSatisfying(d -> {
            assertThat(d.stream()).contains(StreamPosition.at(new Lsn(2)));
            assertThat(d.checkpointId()).isEqualTo(7);
        });
    }

    @Test
    void takesASnapshotThatArrivesAfterItsCheckpointCompleted() {
        snapshots.completed(5);
        snapshots.add(0, new Snapshot(5, List.of(REPORT), null, null));
        assertThat(snapshots.take()).isPresent();
    }

    @Test
    void dropsWhatAResetReaderHadPending() {
        snapshots.add(0, new Snapshot(5, List.of(REPORT), null, null));
        snapshots.reset(0);
        snapshots.completed(6);
        assertThat(snapshots.take()).isEmpty();
    }
}
