package io.trellara.handoff.coordinate;

import io.trellara.handoff.model.ChunkId;

/**
 * Which chunks a reader reads by preference: those whose lane is its own. So chunks that are read at the same time are
 * written by different sinks, where there are as many sinks as readers, and none is idle while another is behind.
 *
 * @param lanes of the run
 * @param readers that take part
 */
record ReaderShare(int lanes, int readers) {
    /** Which lanes go with which reader does not matter, as long as no two readers share one. */
    boolean prefers(int subtask, ChunkId chunk) {
        return readers > 0 && (chunk.lane(lanes) + 1) % readers == subtask;
    }
}
