package io.trellara.handoff.demo;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.local.DatabaseSession;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.verify.rows.Compared;
import io.trellara.handoff.verify.rows.DifferingRow;
import io.trellara.handoff.verify.rows.Limits;
import io.trellara.handoff.verify.rows.RangeComparison;
import io.trellara.handoff.verify.rows.ShapeColumn;
import io.trellara.handoff.verify.rows.Side;
import io.trellara.handoff.verify.rows.TableShape;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Compares every row of relations on two servers that are both at rest. No value leaves the comparison, only digests of
 * keys (R11).
 */
public final class TableComparison {
    private static final int HELD_ROWS = 200_000;
    private static final int SAMPLES = 5;

    /** There is no contract between servers at rest. */
    private static final String NO_FINGERPRINT = "0".repeat(64);

    private final ConnectionConfig source;
    private final ConnectionConfig target;

    public TableComparison(ConnectionConfig source, ConnectionConfig target) {
        this.source = source;
        this.target = target;
    }

    /** Compares the relations, both servers at the same time. */
    public ComparisonReport compare(List<Relation> relations) throws SQLException {
        List<RelationComparison> results = new ArrayList<>();
        try (Connection here = open(source);
                Connection there = open(target)) {
            for (Relation relation : relations) {
                results.add(compared(relation, new Side(source.kind(), here), new Side(target.kind(), there)));
            }
        }
        return new ComparisonReport(results);
    }

    private static Connection open(ConnectionConfig server) throws SQLException {
        Connection session = DatabaseSession.open(server, "trellara-handoff compare");
        session.setAutoCommit(false);
        session.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        session.setReadOnly(true);
        return session;
    }

    private static RelationComparison compared(Relation relation, Side here, Side there) {
        Limits limits = new Limits(HELD_ROWS, Integer.MAX_VALUE, rows -> {});
        Compared compared =
                RangeComparison.of(schema(relation, here), here, there, limits).compare(KeyRange.ALL);
        return new RelationComparison(
                relation,
                compared.source().rows(),
                compared.target().rows(),
                count(compared, DifferingRow.Kind.MISSING),
                count(compared, DifferingRow.Kind.EXTRA),
                count(compared, DifferingRow.Kind.DIFFERENT),
                compared.differing().stream()
                        .limit(SAMPLES)
                        .map(row -> row.kind().name().toLowerCase(Locale.ROOT) + " key#"
                                + row.digest().text())
                        .toList());
    }

    private static long count(Compared compared, DifferingRow.Kind kind) {
        return compared.differing().stream().filter(row -> row.kind() == kind).count();
    }

    /** All columns of the source and its primary key; how keys are ordered is not asked. */
    private static RelationSchema schema(Relation relation, Side side) {
        List<ShapeColumn> shape =
                TableShape.read(side.kind(), side.session(), relation).columns();
        List<Column> columns = shape.stream()
                .map(column -> new Column(column.name(), column.type(), 0, true, KeyOrder.UNORDERED))
                .toList();
        List<Integer> key = IntStream.range(0, shape.size())
                .filter(i -> shape.get(i).inKey())
                .boxed()
                .toList();
        return new RelationSchema(relation, columns, key, NO_FINGERPRINT);
    }
}
