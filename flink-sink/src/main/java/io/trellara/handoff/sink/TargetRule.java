package io.trellara.handoff.sink;

/** A constraint of a target table that rows of other keys or tables can break. */
record TargetRule(String name, Kind kind, boolean deferrable) {
    enum Kind {
        FOREIGN_KEY,
        EXCLUSION
    }
}
