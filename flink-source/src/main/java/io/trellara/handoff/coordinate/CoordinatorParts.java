package io.trellara.handoff.coordinate;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.WaitListener;
import java.util.function.LongSupplier;

/**
 * What a coordinator is made of.
 *
 * @param waits hears what a view's opening waits for
 * @param nanoTime the clock of the checkpoint watch
 */
record CoordinatorParts(SourceConfig config, RunDesk desk, WaitListener waits, LongSupplier nanoTime) {}
