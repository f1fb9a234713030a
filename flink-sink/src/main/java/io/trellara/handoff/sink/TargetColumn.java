package io.trellara.handoff.sink;

/**
 * A column as the target's catalog has it.
 *
 * @param type as {@code format_type} writes it under an empty search path
 * @param baseType the same with domains resolved: what a staging column has, so that no domain's NOT NULL is in the way
 *     of a row that is not whole
 * @param notNull whether it refuses NULL
 * @param hasDefault whether an insert may leave it out
 * @param identityAlways whether it is GENERATED ALWAYS AS IDENTITY: inserted with OVERRIDING, never updated
 * @param generated whether its value is computed
 * @param deterministic whether equality is equality of bytes as far as its collation goes
 */
record TargetColumn(
        String name,
        String type,
        String baseType,
        boolean notNull,
        boolean hasDefault,
        boolean identityAlways,
        boolean generated,
        boolean deterministic) {}
