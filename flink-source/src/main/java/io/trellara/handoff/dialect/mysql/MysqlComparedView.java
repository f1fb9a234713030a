package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.ComparedView;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that were executed at one moment, and the log behind them. Nothing is held at the server: each
 * session opens a view of its own above them, and the log is kept by age.
 */
final class MysqlComparedView implements ComparedView {
    private final ViewTicket ticket;
    private final boolean inLogOrder;
    private final Function<List<RelationSchema>, ChangeStream> log;
    private final LockWaiters waiters;
    private final String sessions;
    private @Nullable ChangeStream stream;

    /**
     * @param inLogOrder whether the server commits in the order of its log
     * @param log the stream from the view's position on, of the relations of a contract
     * @param waiters sees who waits behind the view's sessions
     * @param sessions the name under which the server lists them
     */
    MysqlComparedView(
            ViewTicket ticket,
            boolean inLogOrder,
            Function<List<RelationSchema>, ChangeStream> log,
            LockWaiters waiters,
            String sessions) {
        this.ticket = ticket;
        this.inLogOrder = inLogOrder;
        this.log = log;
        this.waiters = waiters;
        this.sessions = sessions;
    }

    @Override
    public ViewTicket ticket() {
        return ticket;
    }

    @Override
    public Position from() {
        return ticket.boundary();
    }

    @Override
    public boolean inLogOrder() {
        return inLogOrder;
    }

    @Override
    public ChangeStream changes(List<RelationSchema> contract) {
        if (stream != null) {
            throw HandoffException.bug("view", "its changes asked for again", "once");
        }
        ChangeStream opened = log.apply(contract);
        stream = opened;
        return opened;
    }

    @Override
    public Optional<String> blockedSession() {
        return waiters.blockedSession(sessions);
    }

    @Override
    public void close() {
        waiters.close();
        if (stream != null) {
            stream.close();
        }
    }
}
