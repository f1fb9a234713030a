package io.trellara.handoff.sink;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Prepared statements by their text, the least used closed first, so that the server plans each one once. */
final class StatementCache {
    private static final int LIMIT = 256;

    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new LinkedHashMap<>(64, 0.75f, true);

    StatementCache(Connection connection) {
        this.connection = connection;
    }

    /** The statement, prepared now or before; not to be closed by the caller. */
    PreparedStatement get(String sql) throws SQLException {
        PreparedStatement known = statements.get(sql);
        if (known != null) {
            return known;
        }
        if (statements.size() >= LIMIT) {
            Iterator<PreparedStatement> eldest = statements.values().iterator();
            eldest.next().close();
            eldest.remove();
        }
        PreparedStatement made = connection.prepareStatement(sql);
        statements.put(sql, made);
        return made;
    }
}
