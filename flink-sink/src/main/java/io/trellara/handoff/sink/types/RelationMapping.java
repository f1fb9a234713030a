package io.trellara.handoff.sink.types;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.RelationSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What a relation's columns become at a target: the types they are created with, or those that they may have. Pure. */
public final class RelationMapping {
    /** MySQL's longest row, some room for what is not text left out. */
    private static final int LONGEST_ROW = 60_000;

    private final DatabaseKind source;
    private final DatabaseKind target;
    private final RelationSchema schema;
    private final TypeMap types;
    private final List<ColumnMapping> columns;

    private RelationMapping(
            DatabaseKind source,
            DatabaseKind target,
            RelationSchema schema,
            TypeMap types,
            List<ColumnMapping> columns) {
        this.source = source;
        this.target = target;
        this.schema = schema;
        this.types = types;
        this.columns = columns;
    }

    /** @param version the target's, where it is MySQL */
    public static RelationMapping of(
            DatabaseKind source, DatabaseKind target, TargetVersion version, RelationSchema schema) {
        TypeMap types = TypeMap.of(source, target, version);
        List<ColumnMapping> roomy = map(types, schema, ColumnRole.VALUE);
        boolean fits = types.limits() == TargetLimits.POSTGRESQL || source == target || inside(roomy) <= LONGEST_ROW;
        return new RelationMapping(
                source, target, schema, types, fits ? roomy : map(types, schema, ColumnRole.NARROW_VALUE));
    }

    private static List<ColumnMapping> map(TypeMap types, RelationSchema schema, ColumnRole value) {
        List<Integer> keys = schema.keyColumns();
        int[] rooms = KeyRoom.share(
                keys.stream().map(k -> types.keyWish(schema.columns().get(k))).toList());
        return IntStream.range(0, schema.columns().size())
                .mapToObj(i -> types.map(
                        schema.columns().get(i), keys.contains(i) ? ColumnRole.key(rooms[keys.indexOf(i)]) : value))
                .toList();
    }

    private static int inside(List<ColumnMapping> columns) {
        return columns.stream()
                .map(c -> MysqlType.parse(c.type()))
                .mapToInt(t -> t.word().equals("varchar") ? 4 * t.length() + 2 : 0)
                .sum();
    }

    /** What stands against creating the table, by column. */
    public List<Finding> uncreatable() {
        List<Finding> findings = new ArrayList<>(names());
        for (int i = 0; i < columns.size(); i++) {
            if (!columns.get(i).created()) {
                findings.add(new Finding(
                        ErrorCode.COLUMN_TYPE,
                        schema.relation().toString(),
                        "column " + name(i) + " of type "
                                + schema.columns().get(i).type()
                                + (schema.keyColumns().contains(i) ? " in the key" : ""),
                        "a type that the target has: " + columns.get(i).refusal(),
                        "create the target's table with a type that holds it, or leave the relation out"));
            }
        }
        return findings;
    }

    /** Names that the target does not admit; it would cut them off. */
    public List<Finding> names() {
        return Stream.concat(
                        Stream.of(schema.relation().schema(), schema.relation().name()),
                        schema.columns().stream().map(Column::name))
                .filter(name -> !types.limits().admits(name))
                .map(name -> new Finding(
                        ErrorCode.TARGET_INCOMPATIBLE,
                        schema.relation().toString(),
                        "the name " + name,
                        "names of " + types.limits().names() + " at the target",
                        "leave the relation out, or rename it at the source"))
                .toList();
    }

    /** The type that a column is created with; only where it is not {@link #uncreatable}. */
    public String type(int column) {
        return columns.get(column).type();
    }

    /** Whether an existing column of that type, as the target's catalog writes it, holds a column's values. */
    public boolean holds(int column, String existing) {
        return columns.get(column).into(existing).isPresent();
    }

    /** What an existing column must be like, for a finding. */
    public String required(int column) {
        ColumnMapping mapping = columns.get(column);
        return mapping.created()
                ? "type " + mapping.type() + ", or one that holds as much"
                : "a type that holds " + schema.columns().get(column).type() + ": " + mapping.refusal();
    }

    /** Lines for a table that was created with these types. */
    public LineConversion created() {
        return into(columns.stream().map(ColumnMapping::type).toList());
    }

    /** @param existing each column's type at the target, of which each {@link #holds} */
    public LineConversion into(List<String> existing) {
        List<LineConversion.Cell> cells = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            String type = existing.get(i);
            CellConversion conversion = columns.get(i)
                    .into(type)
                    .orElseThrow(() -> new IllegalArgumentException(type + " does not hold " + name(column)));
            cells.add(new LineConversion.Cell(conversion, place(i, type)));
        }
        return new LineConversion(cells, schema.keyColumns(), types.leavesOut());
    }

    /**
     * How a column's cells of both sides compare.
     *
     * @param existing its type at the target, whether or not the target {@link #holds} it
     */
    public ColumnPair pair(int column, String existing) {
        ColumnPlace place = place(column, existing);
        return columns.get(column)
                .into(existing)
                .map(conversion -> ColumnPair.written(conversion, place, source, target))
                .orElseGet(() -> ColumnPair.unheld(place, source, target));
    }

    private ColumnPlace place(int column, String type) {
        return new ColumnPlace(
                schema.relation(), name(column), schema.columns().get(column).type(), type);
    }

    private String name(int column) {
        return schema.columns().get(column).name();
    }
}
