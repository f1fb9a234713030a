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

    /** The coordinator's threads for blocking work; no step of the run waits for the last one. */
    record Threads(Work evidence, Work view, Work samples) {
        void close() {
            view.close();
            evidence.close();
            samples.close();
        }
    }
}
