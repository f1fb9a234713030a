package io.trellara.handoff.sink;

import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.types.LineConversion;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows into MySQL. New ones by {@code LOAD DATA LOCAL} where the server admits it, a few megabytes at a time; all
 * others by statements of many rows.
 */
final class MysqlWrites implements TargetWrites {
    private static final int LOADED_BYTES = 4 << 20;

    private final MysqlSession session;
    private final MysqlRows rows;
    private final Map<Destination, List<CopyBlock>> waiting = new LinkedHashMap<>();
    private String copying = "target";

    MysqlWrites(MysqlSession session) {
        this.session = session;
        this.rows = new MysqlRows(session);
    }

    @Override
    public Connection connection() {
        return session.connection();
    }

    @Override
    public void begin() {
        // The fence has begun it.
    }

    @Override
    public LineConversion conversion(RelationSchema schema) throws SQLException {
        return session.table(schema).conversion();
    }

    @Override
    public void copy(CopyBlock block) throws SQLException {
        MysqlStatements unused = session.table(block.schema()); // a table that does not fit is told at once
        Destination destination = new Destination(block.schema().relation(), block.replace());
        List<CopyBlock> blocks = waiting.computeIfAbsent(destination, d -> new ArrayList<>());
        blocks.add(block);
        if (blocks.stream().mapToLong(CopyBlock::length).sum() >= LOADED_BYTES) {
            waiting.remove(destination);
            write(blocks);
        }
    }

    @Override
    public void finishCopies() throws SQLException {
        List<List<CopyBlock>> all = List.copyOf(waiting.values());
        waiting.clear();
        for (List<CopyBlock> blocks : all) {
            write(blocks);
        }
    }

    private void write(List<CopyBlock> blocks) throws SQLException {
        CopyBlock first = blocks.get(0);
        copying = first.schema().relation().toString();
        if (first.replace()) {
            rows.upsert(first.schema(), lines(blocks));
        } else if (session.server().localInfile()) {
            session.load(first.schema(), blocks);
        } else {
            rows.insert(first.schema(), lines(blocks));
        }
    }

    private Iterable<CopyLine> lines(List<CopyBlock> blocks) throws SQLException {
        LineConversion conversion = conversion(blocks.get(0).schema());
        return BlockLines.of(blocks.stream()
                .map(block -> ConvertedRows.of(block, conversion))
                .toList());
    }

    @Override
    public String copying() {
        return copying;
    }

    @Override
    public void apply(RelationSchema schema, Collection<NetChange> changes) throws SQLException {
        rows.apply(schema, changes);
    }

    /** TRUNCATE would commit. */
    @Override
    public void empty(RelationSchema schema) throws SQLException {
        session.updateAtLength(schema, "DELETE FROM " + MysqlStatements.table(schema.relation()));
    }

    @Override
    public void commit() throws SQLException {
        session.commit();
    }

    @Override
    public void close() {
        session.close();
    }

    /** Where rows go, and whether some may be there. */
    private record Destination(Relation relation, boolean replace) {}
}
