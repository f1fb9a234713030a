package io.trellara.handoff.sink;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.ErasureWindows.Erased;
import io.trellara.handoff.sink.types.LineConversion;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Deletes key ranges of a target table before they are copied again (R5), in windows of so many rows, each a
 * transaction that holds the generation as a sink's does (R6). A range is the source's: it is evaluated here only where
 * the target's order of keys provably equals the source's. Not atomic as a whole; repeated, it deletes what is left.
 */
final class TargetErasure {
    private final GenerationFence fence;
    private final RelationSchema schema;
    private final ErasureWindows windows;

    TargetErasure(GenerationFence fence, RelationSchema schema, ErasureWindows windows) {
        this.fence = fence;
        this.schema = schema;
        this.windows = windows;
    }

    /** Deletes the ranges and returns the number of rows; throws GENERATION_STALE, TARGET_CHANGED. */
    long erase(Connection connection, List<KeyRange> ranges, long generation) throws SQLException {
        boolean whole = ranges.stream().allMatch(KeyRange.ALL::equals);
        if (!whole && !schema.keyComparable()) {
            throw HandoffException.bug(
                    "relation " + schema.relation(),
                    "a range of keys whose order the target may not share",
                    "the whole relation");
        }
        return eraseInTargetOrder(connection, ranges, generation);
    }

    /** Without asking whether the target orders keys as the source does: right for whole relations only. */
    long eraseInTargetOrder(Connection connection, List<KeyRange> ranges, long generation) throws SQLException {
        long erased = 0;
        connection.setAutoCommit(false);
        try {
            LineConversion conversion = windows.conversion(connection);
            for (KeyRange range : ranges) {
                KeyRange converted = KeyRange.of(
                        range.lower().map(conversion::key), range.upper().map(conversion::key));
                erased += erase(connection, converted, generation);
            }
            return erased;
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private long erase(Connection connection, KeyRange range, long generation) throws SQLException {
        long erased = 0;
        Optional<KeyRange> rest = Optional.of(range);
        while (rest.isPresent()) {
            fence.hold(connection, generation);
            windows.begin(connection);
            Erased next = windows.next(connection, rest.get());
            connection.commit();
            erased += next.rows();
            rest = next.rest();
        }
        return erased;
    }
}
