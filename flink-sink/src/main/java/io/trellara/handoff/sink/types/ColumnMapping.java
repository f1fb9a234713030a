package io.trellara.handoff.sink.types;

import java.util.Optional;

/**
 * What a column becomes at the target.
 *
 * @param type the type that it is created with; empty where none can be
 * @param refusal why none can be; empty where one can
 * @param remark what is to be known about it, for the documentation
 * @param holder the existing types that it may have
 */
record ColumnMapping(String type, String refusal, String remark, Holder holder) {
    static ColumnMapping held(String type, String remark, Holder holder) {
        if (holder.into(type).isEmpty()) {
            throw new IllegalArgumentException(type + " does not hold what it was chosen for");
        }
        return new ColumnMapping(type, "", remark, holder);
    }

    /** @param holder of a column that somebody else has created */
    static ColumnMapping refused(String refusal, Holder holder) {
        return new ColumnMapping("", refusal, "refused: " + refusal, holder);
    }

    boolean created() {
        return refusal.isEmpty();
    }

    Optional<CellConversion> into(String existing) {
        return holder.into(existing);
    }
}
