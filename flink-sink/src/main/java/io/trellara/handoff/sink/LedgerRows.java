package io.trellara.handoff.sink;

import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads lanes from {@code sink_ledger}. */
final class LedgerRows implements LaneReader {
    private static final String OF_THE_RUN = """
            SELECT lane, position, ordinal FROM trellara.sink_ledger
             WHERE source_id = ? AND dataset_id = ? AND run_id = ?""";

    private final RunKey run;

    LedgerRows(RunKey run) {
        this.run = run;
    }

    @Override
    public Map<Integer, LedgerPosition> read(Connection connection, Set<Integer> lanes) throws SQLException {
        Map<Integer, LedgerPosition> positions = new HashMap<>();
        String numbers = lanes.stream().map(String::valueOf).collect(Collectors.joining(", "));
        try (PreparedStatement statement = connection.prepareStatement(OF_THE_RUN + " AND lane IN (" + numbers + ")")) {
            statement.setString(1, run.sourceId());
            statement.setString(2, run.datasetId());
            statement.setString(3, run.runId());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    long commit = Lsn.parse(rows.getString(2)).value();
                    positions.put(rows.getInt(1), new LedgerPosition(commit, rows.getLong(3)));
                }
            }
        }
        return positions;
    }
}
