package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.Lines.column;
import static io.trellara.handoff.sink.Lines.line;
import static io.trellara.handoff.sink.Lines.schema;
import static io.trellara.handoff.sink.Lines.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.NetChange.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

final class CollapseTest {
    private static final RelationSchema ITEMS =
            schema(List.of(1), column("a", "text", true), column("id", "numeric", false), column("b", "text", true));

    /** One change to one of few keys; {@code a} and {@code b} are one-letter cells. */
    record Change(ChangeOp op, int id, String a, String b) {
        CopyLine asLine() {
            return switch (op) {
                case DELETE -> line("" + id);
                case PARTIAL_UPDATE -> line(a + "\t" + id + "\t\0");
                default -> line(a + "\t" + id + ".00\t" + b);
            };
        }
    }

    @Provide
    Arbitrary<List<Change>> changes() {
        Arbitrary<ChangeOp> ops =
                Arbitraries.of(ChangeOp.INSERT, ChangeOp.UPDATE, ChangeOp.PARTIAL_UPDATE, ChangeOp.DELETE);
        Arbitrary<String> cells = Arbitraries.of("x", "y", "z", "\\N");
        return Combinators.combine(ops, Arbitraries.integers().between(1, 4), cells, cells)
                .as(Change::new)
                .list()
                .ofMaxSize(25);
    }

    @Provide
    Arbitrary<Map<Integer, String>> tables() {
        return Arbitraries.maps(Arbitraries.integers().between(1, 4), Arbitraries.of("p\tq", "p\tp"))
                .ofMaxSize(4);
    }

    /** Deletes first, then the rest, must leave what the changes leave one by one. */
    @Property(tries = 2000)
    void collapsedChangesLeaveTheSameRows(
            @ForAll("tables") Map<Integer, String> before, @ForAll("changes") List<Change> changes) {
        Map<Integer, String> oneByOne = new HashMap<>(before);
        Collapse collapse = new Collapse(ITEMS);
        for (Change change : changes) {
            one(oneByOne, change);
            collapse.add(change.op(), change.asLine());
        }
        Map<Integer, String> together = new HashMap<>(before);
        apply(together, collapse, true);
        apply(together, collapse, false);
        assertThat(together).isEqualTo(oneByOne);
    }

    private static void one(Map<Integer, String> table, Change change) {
        switch (change.op()) {
            case DELETE -> table.remove(change.id());
            case PARTIAL_UPDATE ->
                table.computeIfPresent(change.id(), (id, row) -> change.a() + row.substring(row.indexOf('\t')));
            default -> table.put(change.id(), change.a() + "\t" + change.b());
        }
    }

    private static void apply(Map<Integer, String> table, Collapse collapse, boolean deletes) {
        for (NetChange net : collapse.changes()) {
            String[] cells = text(net.line()).split("\t", -1);
            int id = Integer.parseInt(cells[net.kind() == Kind.DELETE ? 0 : 1].replace(".00", ""));
            if (net.kind() == Kind.DELETE) {
                if (deletes) {
                    table.remove(id);
                }
            } else if (!deletes && net.kind() == Kind.PARTIAL) {
                table.computeIfPresent(id, (i, row) -> cells[0] + row.substring(row.indexOf('\t')));
            } else if (!deletes) {
                table.put(id, cells[0] + "\t" + cells[2]);
            }
        }
    }

    @Test
    void anInsertStaysOneUntilItsKeyWasDeleted() {
        assertThat(kind(ChangeOp.INSERT, ChangeOp.UPDATE, ChangeOp.PARTIAL_UPDATE))
                .isEqualTo(Kind.INSERT);
        assertThat(kind(ChangeOp.DELETE, ChangeOp.INSERT)).isEqualTo(Kind.UPDATE);
        assertThat(kind(ChangeOp.INSERT, ChangeOp.DELETE)).isEqualTo(Kind.DELETE);
        assertThat(kind(ChangeOp.PARTIAL_UPDATE, ChangeOp.PARTIAL_UPDATE)).isEqualTo(Kind.PARTIAL);
    }

    @Test
    void aTruncateOrAChangeWithoutItsKeyIsABug() {
        Collapse collapse = new Collapse(ITEMS);
        assertThatThrownBy(() -> collapse.add(ChangeOp.TRUNCATE, line("1"))).isInstanceOf(HandoffException.class);
        assertThatThrownBy(() -> collapse.add(ChangeOp.PARTIAL_UPDATE, line("x\t\0\ty")))
                .isInstanceOf(HandoffException.class);
    }

    private static Kind kind(ChangeOp... ops) {
        Collapse collapse = new Collapse(ITEMS);
        for (ChangeOp op : ops) {
            collapse.add(op, new Change(op, 1, "x", "y").asLine());
        }
        assertThat(collapse.changes()).hasSize(1);
        return collapse.changes().iterator().next().kind();
    }
}
