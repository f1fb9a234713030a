package io.trellara.handoff.verify.rows;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.types.ColumnPair;
import io.trellara.handoff.sink.types.RelationMapping;
import io.trellara.handoff.sink.types.TargetVersion;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;

/** What a relation is on both sides, and so how its rows are compared. Immutable; any thread. */
public final class PairedTables {
    private final RowPlan plan;
    private final SideTable source;
    private final SideTable target;

    private PairedTables(RowPlan plan, SideTable source, SideTable target) {
        this.plan = plan;
        this.source = source;
        this.target = target;
    }

    /**
     * Reads both shapes; COMPARISON_SHAPE where a column of the contract is missing on a side.
     *
     * @param contract the source's columns and key
     */
    public static PairedTables read(RelationSchema contract, Side source, Side target) {
        List<ShapeColumn> columns = SideCatalog.columns(source, contract);
        List<ShapeColumn> others = SideCatalog.columns(target, contract);
        RowPlan plan = new RowPlan(
                contract.relation(),
                pairs(contract, source.kind(), target, others),
                contract.keyColumns(),
                source.kind() == target.kind() && sameTypes(columns, others));
        return new PairedTables(
                plan, SideCatalog.table(source, contract, columns), SideCatalog.table(target, contract, others));
    }

    RowPlan plan() {
        return plan;
    }

    SideTable source() {
        return source;
    }

    SideTable target() {
        return target;
    }

    private static List<ColumnPair> pairs(
            RelationSchema contract, DatabaseKind kind, Side target, List<ShapeColumn> columns) {
        RelationMapping mapping = RelationMapping.of(kind, target.kind(), version(target), contract);
        return IntStream.range(0, columns.size())
                .mapToObj(i -> {
                    ShapeColumn column = columns.get(i);
                    return mapping.pair(i, mapping.holds(i, column.type()) ? column.type() : column.baseType());
                })
                .toList();
    }

    private static TargetVersion version(Side target) {
        try {
            return target.kind() == DatabaseKind.MYSQL
                    ? TargetVersion.parse(target.session().getMetaData().getDatabaseProductVersion())
                    : TargetVersion.CURRENT;
        } catch (SQLException e) {
            throw RowsFailure.reading(target.kind().text(), "asking for its version", e);
        }
    }

    /** Whatever collation text has: it is compared in one encoding, byte by byte. */
    private static boolean sameTypes(List<ShapeColumn> columns, List<ShapeColumn> others) {
        return IntStream.range(0, columns.size())
                .allMatch(i -> plain(columns.get(i)).equals(plain(others.get(i))));
    }

    private static String plain(ShapeColumn column) {
        int collate = column.type().lastIndexOf(" COLLATE ");
        return collate < 0 ? column.type() : column.type().substring(0, collate);
    }
}
