package io.trellara.handoff.sink.types;

import java.util.Optional;

/** Which types at the target hold a column's values, and how a cell gets into one of them. */
@FunctionalInterface
interface Holder {
    /** Nothing holds them. */
    Holder NONE = type -> Optional.empty();

    /**
     * Empty where the type does not hold them.
     *
     * @param type as the target's catalog writes it, on MySQL with {@code COLLATE}
     */
    Optional<CellConversion> into(String type);

    /** This one, or else the other. */
    default Holder or(Holder other) {
        return type -> into(type).or(() -> other.into(type));
    }
}
