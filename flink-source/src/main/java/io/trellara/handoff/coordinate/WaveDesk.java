package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.evidence.ChunkMove;
import io.trellara.handoff.model.Position;
import java.util.List;

/** Where a copy writes its waves: the run's own evidence, or that of a run within it. Blocks; evidence thread. */
interface WaveDesk {
    /** A fresh floor; whatever the stream has reached, it covers (R2). Asks the source; view thread. */
    Position freshFloor(Position reached);

    /** Members and floor, before the wave's view is opened (R2). */
    void openWave(int wave, Position floor, List<ChunkMove> members);

    /** The view's boundary, before anything is read in it. */
    void recordWaveBoundary(int wave, Position boundary);

    /** The wave's end, and its members that were never claimed. */
    void closeWave(int wave, boolean lost, List<ChunkMove> released);

    /** Claims, before the first row of any of them is read (R5). */
    void claim(List<ChunkMove> claims);

    Dialect dialect();
}
