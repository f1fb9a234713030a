package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.dialect.WaitListener;
import java.sql.Connection;
import java.sql.SQLException;

/** What must be true before anybody reads a table in a view (R12, design §5). */
@FunctionalInterface
interface Settling {
    /**
     * Returns once the view may be read.
     *
     * @param watch a session outside the view
     */
    void await(ViewTicket ticket, Connection watch, WaitListener waits, Deadline deadline) throws SQLException;
}
