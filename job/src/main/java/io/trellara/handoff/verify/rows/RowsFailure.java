package io.trellara.handoff.verify.rows;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Why rows cannot be compared. A server's message may hold values and is never passed on (R11). */
final class RowsFailure {
    private RowsFailure() {}

    static HandoffException reading(String object, String doing, SQLException e) {
        return new HandoffException(
                new Finding(
                        ErrorCode.COMPARISON_READ_FAILED,
                        object,
                        doing + " failed with SQL state " + state(e.getSQLState()),
                        "both sides to answer as long as they are compared",
                        "look at that server's log, and compare again"),
                null);
    }

    private static String state(@Nullable String state) {
        return state == null ? "(none)" : state;
    }

    static HandoffException shape(String object, String observed, String required) {
        return new HandoffException(new Finding(
                ErrorCode.COMPARISON_SHAPE,
                object,
                observed,
                required,
                "give the target the source's columns and no others, or leave the relation out"));
    }
}
