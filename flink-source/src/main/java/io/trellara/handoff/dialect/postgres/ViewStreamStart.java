package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The start of a stream from a view's own temporary slot: over the session that made it, since no other may, which ends
 * the view. Nobody else can have moved or taken the slot.
 */
final class ViewStreamStart implements StreamStart {
    private final StreamStart run;
    private final Connection exporter;
    private final ViewTicket ticket;
    private final StreamSource source;

    /**
     * @param run the start of the run's own stream, which begins alike
     * @param exporter the session that exports the view
     */
    ViewStreamStart(StreamStart run, Connection exporter, ViewTicket ticket, StreamSource source) {
        this.run = run;
        this.exporter = exporter;
        this.ticket = ticket;
        this.source = source;
    }

    @Override
    public StreamContract contract(List<RelationSchema> schemas) {
        return run.contract(schemas);
    }

    @Override
    public StreamWatch watch() {
        return run.watch();
    }

    @Override
    public WalSender start(Lsn from, int silenceMillis) {
        try {
            exporter.setNetworkTimeout(Runnable::run, silenceMillis);
            ViewImport.requireSameLife(exporter, ticket.serverStart());
            return WalSender.start(exporter, source, from, silenceMillis);
        } catch (SQLException e) {
            SlotCreation.closeQuietly(exporter);
            String state = SourceFailure.state(e);
            throw ViewImport.lost("its session or its slot is gone, "
                    + (state.isEmpty() ? "no answer" : "SQL state " + state) + " while going on to its changes");
        } catch (RuntimeException e) {
            SlotCreation.closeQuietly(exporter);
            throw e;
        }
    }
}
