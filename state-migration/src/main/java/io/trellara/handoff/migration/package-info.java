/**
 * Creates and upgrades the tables of schema {@code trellara}: the evidence set, and the sink set that lives in every
 * target database. Both may live in one database, each with a history table of its own. Only the launcher and the
 * command line migrate; the coordinator checks ({@code EvidenceSchema}).
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.migration;
