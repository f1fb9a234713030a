package io.trellara.handoff.verify.rows;

/**
 * A column of a compared relation.
 *
 * @param type as {@link io.trellara.handoff.model.Column#type} has it
 * @param baseType the type under a PostgreSQL domain; {@code type} where it is none
 * @param inKey whether it is one of the primary key's
 */
public record ShapeColumn(String name, String type, String baseType, boolean inKey) {}
