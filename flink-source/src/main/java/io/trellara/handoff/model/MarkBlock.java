package io.trellara.handoff.model;

/**
 * Tells a lane how far the stream has come: every change whose place in the log is below {@code position} has been
 * emitted before this block. The sink moves the lane's ledger there with its next flush.
 */
public record MarkBlock(long generation, int lane, Lsn position) implements Block {}
