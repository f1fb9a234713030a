package io.trellara.handoff.read;

import java.util.ArrayList;
import java.util.List;

/** A thread for each fetcher. Started and joined by the task thread. */
final class FetchThreads implements FetchRunner {
    private static final long IDLE_MILLIS = 200;
    private static final long JOIN_MILLIS = 10_000;

    private final List<Thread> threads = new ArrayList<>();

    @Override
    public void start(String name, Fetch fetch) {
        Thread thread = new Thread(() -> run(fetch), name);
        thread.setDaemon(true);
        thread.setContextClassLoader(getClass().getClassLoader());
        threads.add(thread);
        thread.start();
    }

    private static void run(Fetch fetch) {
        try {
            boolean more = true;
            while (more) {
                more = fetch.step(IDLE_MILLIS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            fetch.end();
        }
    }

    @Override
    public void join() {
        try {
            for (Thread thread : threads) {
                thread.join(JOIN_MILLIS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
