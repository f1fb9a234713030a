/**
 * Applies blocks to a PostgreSQL or MySQL target, each flush as one transaction that checks the generation, applies the
 * rows, counts them and moves the ledger (design §10, R4, R6).
 *
 * <p>Doors: {@link io.trellara.handoff.sink.HandoffSink} for the job graph,
 * {@link io.trellara.handoff.sink.JdbcTargetControl} for the coordinator. Java.sql stays in here; what decides
 * (collapse, statements, DDL, checks, pace) is pure. What differs between the kinds of target is behind
 * {@code TargetDialect}: MySQL's is in the classes that are named after it, PostgreSQL's in the others.
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.sink;
