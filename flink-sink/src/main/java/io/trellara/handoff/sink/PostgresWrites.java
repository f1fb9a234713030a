package io.trellara.handoff.sink;

import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.TargetSession.SessionTable;
import io.trellara.handoff.sink.types.LineConversion;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;

/** Rows into PostgreSQL: copied ones by COPY, changes row by row or staged. */
final class PostgresWrites implements TargetWrites {
    /** From so many net changes of a relation on, staging costs less than row by row. */
    private static final int STAGED_FROM = 50;

    private final TargetSession session;
    private final CopyStream copies;

    PostgresWrites(TargetSession session) {
        this.session = session;
        this.copies = new CopyStream(session);
    }

    @Override
    public Connection connection() {
        return session.connection();
    }

    @Override
    public void begin() throws SQLException {
        session.begin();
    }

    @Override
    public LineConversion conversion(RelationSchema schema) throws SQLException {
        return session.table(schema).conversion();
    }

    @Override
    public void copy(CopyBlock block) throws SQLException {
        copies.write(block);
    }

    @Override
    public void finishCopies() throws SQLException {
        copies.finish();
    }

    @Override
    public String copying() {
        return copies.object();
    }

    @Override
    public void apply(RelationSchema schema, Collection<NetChange> changes) throws SQLException {
        SessionTable table = session.table(schema);
        if (changes.size() < STAGED_FROM) {
            new BatchedChanges(session, table).apply(changes);
        } else {
            new StagedChanges(session, table).apply(changes);
        }
    }

    /** The catalog is asked each time: keys come and go while a run goes on, and this is rare. */
    @Override
    public void empty(RelationSchema schema) throws SQLException {
        TableStatements sql = session.table(schema).sql();
        boolean referenced = new TargetCatalog(session.connection()).isReferenced(schema.relation());
        session.update(referenced ? sql.deleteAll() : sql.truncate());
    }

    @Override
    public void commit() throws SQLException {
        session.commit();
    }

    @Override
    public void close() {
        session.close();
    }
}
