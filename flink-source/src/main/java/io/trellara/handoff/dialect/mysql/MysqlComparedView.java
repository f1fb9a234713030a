package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.ComparedView;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that were executed at one moment, and the log behind them. Nothing is held at the server: each
 * session opens a view of its own above them, and the log is kept by age.
 */
final class MysqlComparedView implements ComparedView {
    private final ViewTicket ticket;
    private final BinlogPosition from;
    private final Function<List<RelationSchema>, ChangeStream> log;
    private @Nullable ChangeStream stream;

    /**
     * @param identity the server's
     * @param log the stream from that position on, of the relations of a contract
     */
    MysqlComparedView(String identity, BinlogPosition from, Function<List<RelationSchema>, ChangeStream> log) {
        this.ticket = new ViewTicket("", from, identity, 0);
        this.from = from;
        this.log = log;
    }

    @Override
    public ViewTicket ticket() {
        return ticket;
    }

    @Override
    public BinlogPosition from() {
        return from;
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
    public void close() {
        if (stream != null) {
            stream.close();
        }
    }
}
