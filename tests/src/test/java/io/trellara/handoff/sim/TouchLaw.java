package io.trellara.handoff.sim;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.SimulatedEvidence.Tables;
import io.trellara.handoff.evidence.StreamWindow;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Position;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a later verification relies on: of each row that a transaction of the log has changed behind the begin of a
 * window, and that the stream's recorded position covers, the chunk is noted in that window or a later one, as long as
 * no gap lies between.
 */
final class TouchLaw {
    private final SimulatedSource source;

    TouchLaw(SimulatedSource source) {
        this.source = source;
    }

    /**
     * @param run its rows as they are written
     * @param family those of the run and of all within it, for their chunks
     */
    void require(Tables run, List<Tables> family) {
        List<StreamWindow> windows = run.touched().windows();
        if (windows.isEmpty() || run.row().streamPosition().isEmpty()) {
            return;
        }
        Position recorded = run.row().streamPosition().get();
        Position end = windows.get(windows.size() - 1).to();
        for (int i = windows.size() - 1; i >= 0; i--) {
            StreamWindow window = windows.get(i);
            source.log.stream()
                    .filter(one -> recorded.covers(one.name) && end.covers(one.name))
                    .filter(one -> !window.from().covers(one.name))
                    .forEach(one -> one.events.forEach(event -> noted(run, family, window, one.name, event)));
            if (i > 0 && !windows.get(i - 1).to().covers(window.from())) {
                return;
            }
        }
    }

    private void noted(Tables run, List<Tables> family, StreamWindow window, Commit commit, ModelEvent event) {
        boolean truncate = event.kind() == ModelEvent.Kind.TRUNCATE;
        List<ChunkRecord> chunks = family.stream()
                .flatMap(tables -> tables.chunks().values().stream())
                .filter(chunk -> source.dataset.of(chunk.id().relation()) == event.relation())
                .toList();
        IntStream keys = truncate
                ? IntStream.range(0, source.dataset.table(event.relation()).keys())
                : IntStream.of(event.key(), event.to()).distinct();
        keys.forEach(key -> Laws.require(
                chunks.isEmpty()
                        || chunks.stream()
                                .filter(chunk -> Dataset.holds(chunk.range(), key))
                                .anyMatch(chunk -> run.touched().touchedSince(chunk.id(), window.number())),
                () -> event + " at " + commit + " is not noted in window " + window.number() + " or later: "
                        + run.touched().touches()));
    }
}
