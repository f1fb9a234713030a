package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.ComparedSession;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;

/** A session's own view, opened above the position that a comparison began at, with a later boundary of its own. */
final class MysqlComparedSession implements ComparedSession {
    private final MysqlViewSession session;

    MysqlComparedSession(MysqlViewSession session) {
        this.session = session;
    }

    @Override
    public Position boundary() {
        return session.ticket().boundary();
    }

    @Override
    public Connection enter(RelationSchema schema) {
        return session.enter(schema);
    }

    @Override
    public void abort() {
        session.abort();
    }

    @Override
    public void close() {
        session.close();
    }
}
