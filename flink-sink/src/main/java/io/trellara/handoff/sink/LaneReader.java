package io.trellara.handoff.sink;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;

/** Reads the ledger of lanes; lanes that have none are left out. */
@FunctionalInterface
interface LaneReader {
    Map<Integer, LedgerPosition> read(Connection connection, Set<Integer> lanes) throws SQLException;
}
