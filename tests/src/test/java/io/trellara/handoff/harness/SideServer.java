package io.trellara.handoff.harness;

import io.trellara.handoff.config.ConnectionConfig;
import java.sql.SQLException;

/** A server, of either kind, on which a test's runs have a side. */
public sealed interface SideServer extends AutoCloseable permits TestServer, MysqlTestServer {
    /** A new place for a run's tables, which are in the schema {@code public}, and for its evidence. */
    ConnectionConfig newSide(String prefix) throws SQLException;

    @Override
    void close() throws SQLException;
}
