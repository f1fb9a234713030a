package io.trellara.handoff.demo;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Relation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares every row of relations on two servers that are both at rest. Two PostgreSQL servers first sum up each
 * relation themselves (count and two 64-bit sums over a hash of every row's text), and where the sums differ, the rows
 * are met one by one by key; wherever MySQL is, {@link CellComparison} reads the rows. No value leaves the comparison,
 * only digests of keys (R11).
 */
public final class TableComparison {
    private static final int FETCH = 5_000;

    private final ConnectionConfig source;
    private final ConnectionConfig target;

    public TableComparison(ConnectionConfig source, ConnectionConfig target) {
        this.source = source;
        this.target = target;
    }

    /** Compares the relations, both servers at the same time. */
    public ComparisonReport compare(List<Relation> relations) throws SQLException {
        boolean inTheServers = source.kind() == DatabaseKind.POSTGRESQL && target.kind() == DatabaseKind.POSTGRESQL;
        List<RelationComparison> results = new ArrayList<>();
        try (ComparedSide here = ComparedSide.open(source);
                ComparedSide there = ComparedSide.open(target)) {
            for (Relation relation : relations) {
                results.add(
                        inTheServers
                                ? inTheServers(here, there, relation)
                                : CellComparison.compare(here, there, relation));
            }
        }
        return new ComparisonReport(results);
    }

    private static RelationComparison inTheServers(ComparedSide here, ComparedSide there, Relation relation)
            throws SQLException {
        PostgresTable table = PostgresTable.of(relation, here.columns(relation));
        BothSides.Pair<TableSums> sums =
                BothSides.of(() -> table.sums(here.session()), () -> table.sums(there.session()));
        RowMeeting meeting = new RowMeeting();
        if (!sums.source().equals(sums.target())) {
            meet(meeting, here, there, table);
        }
        return meeting.result(relation, sums.source().rows(), sums.target().rows());
    }

    /** Holds a few thousand digests at a time. */
    private static void meet(RowMeeting meeting, ComparedSide here, ComparedSide there, PostgresTable table)
            throws SQLException {
        try (Statement first = here.session().createStatement();
                Statement second = there.session().createStatement()) {
            first.setFetchSize(FETCH);
            second.setFetchSize(FETCH);
            try (ResultSet source = first.executeQuery(table.digestsInOrder());
                    ResultSet target = second.executeQuery(table.digestsInOrder())) {
                meeting.meet(new AnsweredDigests(source), new AnsweredDigests(target));
            }
        }
    }
}
