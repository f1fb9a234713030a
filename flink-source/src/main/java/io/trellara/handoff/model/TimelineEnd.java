package io.trellara.handoff.model;

/**
 * A timeline that a server's present one descends from.
 *
 * @param timeline its number
 * @param end where it was left: both share the log below, and nothing from there on
 */
public record TimelineEnd(int timeline, Lsn end) {}
