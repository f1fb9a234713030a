package io.trellara.handoff.bench;

/**
 * What something cost.
 *
 * @param wall seconds
 * @param source CPU seconds of the source server
 * @param target CPU seconds of the target server
 * @param client CPU seconds of whatever stands between them
 */
record Usage(double wall, double source, double target, double client) {
    double servers() {
        return source + target;
    }

    double all() {
        return source + target + client;
    }

    Usage since(Usage earlier) {
        return new Usage(
                wall - earlier.wall, source - earlier.source, target - earlier.target, client - earlier.client);
    }
}
