package io.trellara.handoff.demo;

/**
 * A column of a compared relation.
 *
 * @param type as {@code RelationSchema} has it
 * @param inKey whether it is one of the primary key's
 */
record ComparedColumn(String name, String type, boolean inKey) {}
