package io.trellara.handoff.coordinate;

/** What the run's own copy and those within it have in common. */
record CopyShared(
        CoordinatorParts parts,
        ReaderLink link,
        StreamPhase stream,
        Threads threads,
        ViewKeeper views,
        WaveNumbers numbers,
        CopyLimits limits) {

    /** The coordinator's two threads for blocking work. */
    record Threads(Work evidence, Work view) {}
}
