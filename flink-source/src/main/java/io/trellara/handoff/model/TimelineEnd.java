package io.trellara.handoff.model;

/**
 * A timeline that a server's present one descends from; of MySQL the server that it succeeds.
 *
 * @param timeline its number
 * @param end where it was left: both share the log that it covers, and nothing else
 */
public record TimelineEnd(int timeline, Position end) {}
