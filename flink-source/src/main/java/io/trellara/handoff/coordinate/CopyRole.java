package io.trellara.handoff.coordinate;

/**
 * Whose copy it is.
 *
 * @param desk where its waves are written
 * @param woven whether a stream runs beside it, and stands while a floor is chosen
 * @param release sees to it that the stream runs
 * @param completed every chunk is durable
 */
record CopyRole(WaveDesk desk, boolean woven, Runnable release, Runnable completed) {}
