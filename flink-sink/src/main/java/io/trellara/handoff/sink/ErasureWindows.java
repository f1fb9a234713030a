package io.trellara.handoff.sink;

import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.sink.types.LineConversion;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Deletes rows of one relation by key ranges, a bounded number at a time. */
interface ErasureWindows {
    /** How a key becomes one of the target's; throws TARGET_CHANGED. */
    LineConversion conversion(Connection connection) throws SQLException;

    /** Called first in each transaction, after the fence. */
    void begin(Connection connection) throws SQLException;

    /** Deletes the next window of the range, which is in the target's own cells and order. */
    Erased next(Connection connection, KeyRange range) throws SQLException;

    /**
     * What was deleted.
     *
     * @param rest where the next window is; empty where the range is done
     */
    record Erased(long rows, Optional<KeyRange> rest) {}
}
