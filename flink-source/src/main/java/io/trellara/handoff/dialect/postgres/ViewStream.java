package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;

/**
 * The log behind a view, from the view's own temporary slot. Nobody can begin there again, so the server may forget
 * what has been handed out, without anybody's word.
 */
final class ViewStream implements ChangeStream {
    private final PostgresChangeStream stream;

    ViewStream(PostgresChangeStream stream) {
        this.stream = stream;
    }

    @Override
    public int poll(ChangeHandler handler, int events) {
        int calls = stream.poll(handler, events);
        stream.acknowledge(stream.handedOut());
        return calls;
    }

    /** Done already. */
    @Override
    public void acknowledge(Position position) {
        Lsn.of(position);
    }

    @Override
    public long lagBytes() {
        return stream.lagBytes();
    }

    @Override
    public void close() {
        stream.close();
    }
}
