package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cuts a relation into chunks of equal row counts (design §6) by walking along its key's index, so many rows a step,
 * and never from the smallest and greatest key: skewed keys give even chunks. Any key does whose ranges are ranges of
 * its index; else the relation is one chunk.
 */
final class KeysetPlan {
    private final Connection session;
    private final ChunkTable table;

    /** @param session any of ours: where a cut lies matters to nobody but the chunks' sizes */
    KeysetPlan(Connection session, ChunkTable table) {
        this.session = session;
        this.table = table;
    }

    List<KeyRange> ranges(long rows) throws SQLException {
        if (!table.boundable()) {
            return List.of(KeyRange.ALL);
        }
        List<KeyRange> ranges = new ArrayList<>();
        Optional<Key> lower = Optional.empty();
        for (Optional<Key> upper = next(lower, rows); upper.isPresent(); upper = next(lower, rows)) {
            if (upper.equals(lower)) {
                throw HandoffException.bug(
                        table.schema().relation().toString(), "a chunk bound twice", "bounds that grow");
            }
            ranges.add(KeyRange.of(lower, upper));
            lower = upper;
        }
        ranges.add(KeyRange.of(lower, Optional.empty()));
        return ranges;
    }

    private Optional<Key> next(Optional<Key> lower, long rows) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(table.bound(KeyRange.of(lower, Optional.empty()), rows))) {
            return row.next() ? Optional.of(key(row)) : Optional.empty();
        }
    }

    /** Its cells as the copy and the stream make them. */
    private Key key(ResultSet row) throws SQLException {
        List<String> cells = new ArrayList<>();
        CellBuffer cell = new CellBuffer();
        for (CellColumn column : table.keyCells()) {
            cell.clear();
            column.ofText(row.getBytes(cells.size() + 1), cell);
            cells.add(new String(cell.bytes(), 0, cell.length(), StandardCharsets.UTF_8));
        }
        return new Key(cells);
    }
}
