package io.trellara.handoff.read;

import io.trellara.handoff.dialect.Dialect;
import java.util.function.LongSupplier;

/**
 * What a reader's fetchers need.
 *
 * @param dialect the door to the source
 * @param blockBytes bytes from which a block is full
 * @param blocksAhead blocks and batches that may wait for the task thread
 * @param lanes number of lanes
 * @param markIntervalMillis how often lanes are told the stream's position
 * @param nanoTime the clock for it
 */
public record FetchSettings(
        Dialect dialect, int blockBytes, int blocksAhead, int lanes, long markIntervalMillis, LongSupplier nanoTime) {}
