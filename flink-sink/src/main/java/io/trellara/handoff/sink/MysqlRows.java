package io.trellara.handoff.sink;

import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.NetChange.Kind;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;

/** Writes rows by statements of many rows each, which stay well below the longest that the server takes. One thread. */
final class MysqlRows {
    private static final long STATEMENT_BYTES = 1 << 20;

    /** What the server plans by: beyond its memory for that it would read the whole index. */
    private static final int KEYS_AT_ONCE = 200;

    private final MysqlSession session;
    private final SqlText sql = new SqlText();

    MysqlRows(MysqlSession session) {
        this.session = session;
    }

    /** Rows that are new: one that is there is a failure. */
    void insert(RelationSchema schema, Iterable<CopyLine> lines) throws SQLException {
        MysqlStatements table = session.table(schema);
        many(schema, lines, new Form(table.insert(), table::row, ", ", "", Integer.MAX_VALUE));
    }

    /** Rows that may be there. */
    void upsert(RelationSchema schema, Iterable<CopyLine> lines) throws SQLException {
        MysqlStatements table = session.table(schema);
        many(schema, lines, new Form(table.insert(), table::row, ", ", table.onDuplicate(), Integer.MAX_VALUE));
    }

    /** Deletes first, so that a key that equals another one at the server never stands in its way. */
    void apply(RelationSchema schema, Collection<NetChange> changes) throws SQLException {
        MysqlStatements table = session.table(schema);
        List<CopyLine> deleted = new ArrayList<>();
        List<CopyLine> whole = new ArrayList<>();
        for (NetChange change : changes) {
            switch (change.kind()) {
                case DELETE -> deleted.add(change.line());
                case INSERT, UPDATE -> whole.add(change.line());
                case PARTIAL -> {
                    // Behind the others.
                }
            }
        }
        many(schema, deleted, new Form(table.delete(), table::key, " OR ", "", KEYS_AT_ONCE));
        upsert(schema, whole);
        for (NetChange change : changes) {
            if (change.kind() == Kind.PARTIAL) {
                partial(schema, table, change.line());
            }
        }
    }

    private void partial(RelationSchema schema, MysqlStatements table, CopyLine line) throws SQLException {
        BitSet present = line.present(schema.columns().size());
        sql.clear();
        table.update(line, present, sql);
        session.update(schema, sql.text());
    }

    private void many(RelationSchema schema, Iterable<CopyLine> lines, Form form) throws SQLException {
        long limit = Math.min(STATEMENT_BYTES, session.server().packet() / 2);
        int count = 0;
        sql.clear();
        for (CopyLine line : lines) {
            sql.put(count == 0 ? form.before() : form.between());
            form.one().accept(line, sql);
            count++;
            if (sql.length() >= limit || count == form.most()) {
                session.update(schema, sql.put(form.after()).text());
                sql.clear();
                count = 0;
            }
        }
        if (count > 0) {
            session.update(schema, sql.put(form.after()).text());
        }
    }

    /**
     * A statement of many.
     *
     * @param one puts one of them
     * @param most how many there may be in one statement
     */
    private record Form(String before, BiConsumer<CopyLine, SqlText> one, String between, String after, int most) {}
}
