package io.trellara.handoff.dialect.mysql;

import java.time.Duration;

/**
 * What opening a view has cost the source.
 *
 * @param waited from the first attempt's beginning until the locks were held, pauses included
 * @param held for how long they were held: no writer passed meanwhile
 * @param attempts how many it took
 */
record LockTiming(Duration waited, Duration held, int attempts) {}
