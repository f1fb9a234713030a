package io.trellara.handoff.coordinate;

import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.StreamTouches;
import io.trellara.handoff.state.ChunkReport;
import io.trellara.handoff.state.ReaderEvent.Snapshot;
import io.trellara.handoff.state.StreamPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What readers put into snapshots of checkpoints that have not completed yet. A completed checkpoint stands for all
 * older ones; what a reset reader had pending is dropped, else a later checkpoint would promote a dead attempt's
 * report. Pure.
 */
final class PendingSnapshots {
    private final Map<Integer, TreeMap<Long, Snapshot>> pending = new HashMap<>();
    private long completed = -1;

    /**
     * What a completed checkpoint makes durable.
     *
     * @param touches what the stream touched up to it, of older checkpoints that it stands for too
     */
    record Durable(
            long checkpointId,
            Map<Integer, List<ChunkReport>> reports,
            Optional<StreamPosition> stream,
            List<StreamTouches> touches) {
        List<ChunkReport> allReports() {
            return reports.values().stream().flatMap(List::stream).toList();
        }

        List<ChunkAttempt> attempts(int subtask) {
            return reports.getOrDefault(subtask, List.of()).stream()
                    .map(ChunkReport::attempt)
                    .toList();
        }
    }

    void add(int subtask, Snapshot snapshot) {
        pending.computeIfAbsent(subtask, s -> new TreeMap<>()).put(snapshot.checkpointId(), snapshot);
    }

    void completed(long checkpointId) {
        completed = Math.max(completed, checkpointId);
    }

    void reset(int subtask) {
        pending.remove(subtask);
    }

    /** Takes all that completed checkpoints hold; empty when that is nothing. */
    Optional<Durable> take() {
        Map<Integer, List<ChunkReport>> reports = new HashMap<>();
        Optional<StreamPosition> stream = Optional.empty();
        List<StreamTouches> touches = new ArrayList<>();
        boolean any = false;
        for (Map.Entry<Integer, TreeMap<Long, Snapshot>> entry : pending.entrySet()) {
            Map.Entry<Long, Snapshot> newest = entry.getValue().floorEntry(completed);
            if (newest == null) {
                continue;
            }
            any = true;
            reports.put(entry.getKey(), new ArrayList<>(newest.getValue().reports()));
            if (newest.getValue().stream() != null) {
                stream = Optional.of(newest.getValue().stream());
            }
            Map<Long, Snapshot> older = entry.getValue().headMap(completed, true);
            older.values().forEach(one -> Optional.ofNullable(one.touches()).ifPresent(touches::add));
            older.clear();
        }
        return any ? Optional.of(new Durable(completed, reports, stream, touches)) : Optional.empty();
    }
}
