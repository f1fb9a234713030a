package io.trellara.handoff.coordinate;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.evidence.ControlsInForce;

/** How the copy may proceed: as configured, and as operators have set it since. Coordinator thread. */
final class CopyLimits {
    private final SourceConfig.Copy configured;
    private ControlsInForce force = ControlsInForce.NONE;

    CopyLimits(SourceConfig.Copy configured) {
        this.configured = configured;
    }

    void set(ControlsInForce controls) {
        force = controls;
    }

    ControlsInForce force() {
        return force;
    }

    /** Whether no further wave is opened, and in a copy of one wave nothing more claimed. */
    boolean paused() {
        return force.paused();
    }

    /** The most chunks of a wave beside a running stream. */
    long waveChunks() {
        long rows = force.tuning().waveRows().orElse(configured.waves().rows());
        return Math.max(1, rows / configured.chunkRows());
    }

    /** The pace of each of so many readers; 0 for no limit. */
    long rowsPerSecond(int readers) {
        long all = force.tuning().rowsPerSecond().orElse(0);
        return all == 0 ? 0 : Math.max(1, all / readers);
    }
}
