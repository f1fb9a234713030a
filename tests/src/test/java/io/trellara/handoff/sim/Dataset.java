package io.trellara.handoff.sim;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The relations of a schedule: {@code tN (k, small text, large text)}, a few keys each. */
final class Dataset {
    /** Room for the keys of one relation in a row's number. */
    private static final int STRIDE = 100;

    /**
     * A relation.
     *
     * @param keys its keys are 0 to below this
     * @param cuts upper ends of its chunks but the last
     * @param whole whether its replica identity is FULL, as all of MySQL are
     */
    record Table(RelationSchema schema, int keys, List<Integer> cuts, boolean whole) {}

    private final List<Table> tables;

    Dataset(List<Table> tables) {
        this.tables = tables;
    }

    static Dataset random(SourceKind kind, Choices choices) {
        List<Table> tables = new ArrayList<>();
        int count = choices.chance(70) ? 1 : 2;
        for (int i = 0; i < count; i++) {
            int keys = choices.between(2, 7);
            TreeSet<Integer> cuts = new TreeSet<>();
            int wanted = choices.between(0, 4);
            for (int cut = 0; cut < wanted; cut++) {
                cuts.add(choices.below(keys - 1));
            }
            tables.add(table(i, keys, List.copyOf(cuts), choices.chance(75), choices.chance(50) || kind.mysql()));
        }
        return new Dataset(tables);
    }

    static Table table(int number, int keys, List<Integer> cuts, boolean ordered, boolean whole) {
        RelationSchema schema = new RelationSchema(
                new Relation("public", "t" + number),
                List.of(
                        new Column("k", "integer", 23, false, ordered ? KeyOrder.INTEGER : KeyOrder.TEXT),
                        new Column("small", "text", 25, true, KeyOrder.TEXT),
                        new Column("large", "text", 25, true, KeyOrder.TEXT)),
                List.of(0),
                String.valueOf(number + 1).repeat(64));
        return new Table(schema, keys, cuts, whole);
    }

    int size() {
        return tables.size();
    }

    Table table(int number) {
        return tables.get(number);
    }

    int of(Relation relation) {
        return Integer.parseInt(relation.name().substring(1));
    }

    List<RelationSchema> schemas() {
        return tables.stream().map(Table::schema).toList();
    }

    List<Relation> relations() {
        return tables.stream().map(t -> t.schema().relation()).toList();
    }

    /** A row's number among all rows. */
    static int row(int relation, int key) {
        return relation * STRIDE + key;
    }

    static int relationOf(int row) {
        return row / STRIDE;
    }

    static int keyOf(int row) {
        return row % STRIDE;
    }

    List<KeyRange> ranges(RelationSchema schema) {
        List<KeyRange> ranges = new ArrayList<>();
        Optional<Key> lower = Optional.empty();
        for (int cut : table(of(schema.relation())).cuts()) {
            Optional<Key> upper = Optional.of(new Key(List.of(Integer.toString(cut))));
            ranges.add(KeyRange.of(lower, upper));
            lower = upper;
        }
        ranges.add(KeyRange.of(lower, Optional.empty()));
        return ranges;
    }

    static boolean holds(KeyRange range, int key) {
        return range.lower().map(k -> number(k) < key).orElse(true)
                && range.upper().map(k -> key <= number(k)).orElse(true);
    }

    static int number(Key key) {
        return Integer.parseInt(key.cells().get(0));
    }
}
