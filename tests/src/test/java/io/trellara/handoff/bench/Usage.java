package io.trellara.handoff.bench;

import java.util.Locale;

/**
 * What something cost.
 *
 * @param wall seconds
 * @param source CPU seconds of the source server
 * @param target CPU seconds of the target server
 * @param client CPU seconds of whatever stands between them
 * @param idle seconds of the machine's processors that nobody used
 */
record Usage(double wall, double source, double target, double client, double idle) {
    /** Time and CPU used up to now; {@code client} is the process between the servers, 0 for none. */
    static Usage now(long source, long target, long client) {
        return new Usage(
                System.nanoTime() / 1e9,
                ProcessTimes.cpuSeconds(source),
                ProcessTimes.cpuSeconds(target),
                client == 0 ? 0 : ProcessTimes.cpuSeconds(client),
                ProcessTimes.idleSeconds());
    }

    double servers() {
        return source + target;
    }

    double all() {
        return source + target + client;
    }

    /** What the machine did meanwhile: a share of its processors' time that others took, and one that nobody took. */
    String machine() {
        double all = wall * Runtime.getRuntime().availableProcessors();
        return String.format(
                Locale.ROOT, "others %.0f %%, idle %.0f %%", 100 * (all - idle - all()) / all, 100 * idle / all);
    }

    Usage since(Usage earlier) {
        return new Usage(
                wall - earlier.wall,
                source - earlier.source,
                target - earlier.target,
                client - earlier.client,
                idle - earlier.idle);
    }
}
