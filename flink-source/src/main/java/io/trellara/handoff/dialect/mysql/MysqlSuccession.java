package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.TimelineEnd;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What a server that succeeds another one has of its log (R8): whatever both have executed, by their GTIDs. */
final class MysqlSuccession {
    private MysqlSuccession() {}

    /**
     * What {@code Dialect.history} answers: the server before, as far as {@code now} holds what it has executed;
     * nothing for a run's first server. The coordinator judges by it whether all that the run has taken is there.
     *
     * @param now a server as a run names it ({@code Identity.succeeding}); at another one SOURCE_PROMOTED
     */
    static List<TimelineEnd> history(Connection session, Identity now) throws SQLException {
        MysqlIdentity.require(session, now.text());
        return now.timeline() == 0
                ? List.of()
                : List.of(new TimelineEnd(now.timeline() - 1, BinlogPosition.of(ExecutedGtids.read(session))));
    }
}
