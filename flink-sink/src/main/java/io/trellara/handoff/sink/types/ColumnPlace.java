package io.trellara.handoff.sink.types;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;

/**
 * Where a value stands, for errors.
 *
 * @param type the source's
 * @param target the target column's type
 */
record ColumnPlace(Relation relation, String column, String type, String target) {
    /** @param what the kind of value, never the value itself (R11) */
    HandoffException unheld(String what) {
        return new HandoffException(new Finding(
                ErrorCode.TARGET_VALUE_UNHELD,
                relation.toString(),
                "in column " + column + " of type " + type + " " + what,
                "values that " + target + " holds",
                "change it at the source, or let the target's column have a type that holds it, then resume the run"));
    }

    HandoffException malformed() {
        return HandoffException.bug(relation.toString(), "a cell of column " + column + " that is no " + type, type);
    }
}
