package io.trellara.handoff.demo;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Compares every row of relations on two PostgreSQL servers that are both at rest. First each server sums up each
 * relation (count and two 64-bit sums over a hash of every row's text); where the sums differ, the rows are met one by
 * one by key. No value leaves the comparison, only digests of keys (R11).
 */
public final class TableComparison {
    private final ConnectionConfig source;
    private final ConnectionConfig target;

    public TableComparison(ConnectionConfig source, ConnectionConfig target) {
        this.source = source;
        this.target = target;
    }

    /** Compares the relations, both servers at the same time. */
    public ComparisonReport compare(List<Relation> relations) throws SQLException {
        List<RelationComparison> results = new ArrayList<>();
        try (Connection here = ComparedTable.session(source);
                Connection there = ComparedTable.session(target)) {
            for (Relation relation : relations) {
                ComparedTable table = ComparedTable.describe(here, relation);
                results.add(compare(here, there, table));
            }
        }
        return new ComparisonReport(results);
    }

    private static RelationComparison compare(Connection here, Connection there, ComparedTable table)
            throws SQLException {
        CompletableFuture<TableSums> later = CompletableFuture.supplyAsync(() -> summed(there, table));
        TableSums source = table.sums(here);
        TableSums target = joined(later);
        if (source.equals(target)) {
            return RelationComparison.equal(table.relation(), source.rows());
        }
        return RowMeeting.of(here, there, table).compare(source.rows(), target.rows());
    }

    private static TableSums summed(Connection connection, ComparedTable table) {
        try {
            return table.sums(connection);
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    private static TableSums joined(CompletableFuture<TableSums> later) throws SQLException {
        try {
            return later.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof SQLException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
