/**
 * Which type holds a column's values at a target of the same or another kind, and how a cell becomes one of there: one
 * table per pair of kinds, documented by itself. Pure; no I/O.
 *
 * <p>Doors: {@code TypeMap} is a pair's table, {@link io.trellara.handoff.sink.types.RelationMapping} applies it to a
 * relation, {@link io.trellara.handoff.sink.types.LineConversion} converts its lines,
 * {@link io.trellara.handoff.sink.types.NormalColumn} tells whether two cells mean the same, and
 * {@link io.trellara.handoff.sink.types.ColumnPair} whether the target's is what the source's becomes.
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.sink.types;
