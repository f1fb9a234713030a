package io.trellara.handoff.proof;

/**
 * A record of the evidence with the name of the row that it was read from.
 *
 * @param row its file, its line there, and what it is about
 */
record Named<T>(String row, T value) {}
