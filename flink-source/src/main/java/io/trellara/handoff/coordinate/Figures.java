package io.trellara.handoff.coordinate;

import java.util.function.LongSupplier;

/** Where a coordinator's gauges have their figures from; any thread. */
record Figures(
        CopyPhase copy, ViewKeeper views, Outlook outlook, CheckpointWatch checkpoints, LongSupplier generation) {}
