package io.trellara.handoff.read;

/** Who takes a fetcher's steps. */
interface FetchRunner {
    /** Takes its steps from now on, until there are no more. */
    void start(String name, Fetch fetch);

    /** Waits, within a limit, for fetchers that were told to end. */
    void join();
}
