package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.evidence.ChunkMove;
import io.trellara.handoff.evidence.Promotion;
import io.trellara.handoff.evidence.RunWriter;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.util.List;
import java.util.Optional;

/**
 * The evidence of a run within the run. Its boundary is the first floor that the stream was held at for it: every view
 * of it covers that (R1). Blocks; evidence thread.
 */
final class ChildDesk implements WaveDesk {
    private final RunDesk parent;
    private final RunKey key;
    private final RunWriter writer;
    private final String slot;

    ChildDesk(RunDesk parent, RunKey key, RunWriter writer, String slot) {
        this.parent = parent;
        this.key = key;
        this.writer = writer;
        this.slot = slot;
    }

    RunKey key() {
        return key;
    }

    @Override
    public Position freshFloor(Position reached) {
        return parent.freshFloor(reached);
    }

    @Override
    public void openWave(int wave, Position floor, List<ChunkMove> members) {
        if (writer.current().consistentLsn().isEmpty()) {
            writer.recordSlot(slot, floor);
        }
        writer.openWave(wave, floor, members);
    }

    @Override
    public void recordWaveBoundary(int wave, Position boundary) {
        writer.recordWaveBoundary(wave, boundary);
    }

    @Override
    public void closeWave(int wave, boolean lost, List<ChunkMove> released) {
        writer.closeWave(wave, lost, released);
    }

    @Override
    public void claim(List<ChunkMove> claims) {
        writer.claim(claims);
    }

    @Override
    public Dialect dialect() {
        return parent.dialect();
    }

    void recordErased(Relation relation, long rows) {
        writer.recordErased(relation, rows);
    }

    /** Chunks that a completed checkpoint holds, once the sink's own count agrees (R4). */
    void promote(long checkpointId, List<ChunkMove> copied) {
        parent.requireCounts(copied);
        writer.promote(new Promotion(checkpointId, copied, Optional.empty(), ChangeCounts.NONE));
    }

    /** Its handoff events, or the reason why not (R9). */
    void completeCopy() {
        parent.completeCopy(key, writer);
    }
}
