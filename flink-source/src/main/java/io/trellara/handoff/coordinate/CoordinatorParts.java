package io.trellara.handoff.coordinate;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.WaitListener;
import java.util.function.LongSupplier;

/**
 * What a coordinator is made of.
 *
 * @param waits hears what the run waits for, when that changes
 * @param nanoTime the clock of the checkpoint watch
 * @param metrics those of all coordinators that come one after another in one place
 */
record CoordinatorParts(
        SourceConfig config, RunDesk desk, WaitListener waits, LongSupplier nanoTime, CoordinatorMetrics metrics) {
    /** A coordinator that is the only one in its place. */
    CoordinatorParts(SourceConfig config, RunDesk desk, WaitListener waits, LongSupplier nanoTime) {
        this(config, desk, waits, nanoTime, new CoordinatorMetrics());
    }
}
