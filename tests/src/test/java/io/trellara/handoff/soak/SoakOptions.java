package io.trellara.handoff.soak;

import java.time.Duration;

/**
 * What was asked for.
 *
 * @param length no round begins later
 * @param seed of all that is drawn; the moments themselves are the machine's
 */
record SoakOptions(Duration length, long seed) {
    static SoakOptions parse(String[] arguments, long drawn) {
        Duration length = Duration.ofMinutes(10);
        long seed = drawn;
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            switch (arguments[i]) {
                case "--minutes" -> length = Duration.ofMinutes(Long.parseLong(arguments[i + 1]));
                case "--seed" -> seed = Long.parseLong(arguments[i + 1]);
                default -> throw new IllegalArgumentException("not an option: " + arguments[i]);
            }
        }
        if (arguments.length % 2 != 0) {
            throw new IllegalArgumentException("usage: ./dev soak [--minutes N] [--seed N]");
        }
        return new SoakOptions(length, seed);
    }
}
