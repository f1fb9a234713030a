package io.trellara.handoff.sink;

import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.MarkBlock;
import io.trellara.handoff.sim.SourceModel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The target's table and ledger with production's collapse and ledger positions. What it holds survives every crash;
 * each call of {@link #flush} is one transaction.
 */
public final class SimulatedTarget {
    private static final int CELLS = SourceModel.SCHEMA.columns().size();

    private final Map<Integer, String> rows = new TreeMap<>();
    private final Map<Integer, LedgerPosition> ledger = new HashMap<>();
    private final boolean ledgerOn;
    private final IntConsumer lonePartial;
    private final IntConsumer doubleInsert;

    /**
     * @param lonePartial told of the key of a partial update that finds no row
     * @param doubleInsert told of the key of a row that a first attempt copies onto another
     */
    public SimulatedTarget(boolean ledgerOn, IntConsumer lonePartial, IntConsumer doubleInsert) {
        this.ledgerOn = ledgerOn;
        this.lonePartial = lonePartial;
        this.doubleInsert = doubleInsert;
    }

    /** The rows as lines, by key. */
    public Map<Integer, String> rows() {
        return rows;
    }

    /** Applies blocks in one transaction: copied rows as they come, changes collapsed, deletes before the rest. */
    public void flush(List<Block> blocks) {
        Collapse collapse = new Collapse(SourceModel.SCHEMA);
        for (Block block : blocks) {
            if (block instanceof CopyBlock copy) {
                copy(copy);
            } else if (block instanceof ChangeBlock changes) {
                collect(changes, collapse);
            } else if (block instanceof MarkBlock mark) {
                move(mark.lane(), new LedgerPosition(mark.position().value(), -1));
            }
        }
        collapse.changes().stream()
                .filter(net -> net.kind() == NetChange.Kind.DELETE)
                .forEach(net -> rows.remove(key(net.line(), 1)));
        collapse.changes().stream()
                .filter(net -> net.kind() != NetChange.Kind.DELETE)
                .forEach(this::apply);
    }

    private void copy(CopyBlock block) {
        String line = new String(block.bytes(), 0, block.length(), StandardCharsets.UTF_8);
        int key = Integer.parseInt(line.substring(0, line.indexOf('\t')));
        if (rows.put(key, line) != null && !block.replace()) {
            doubleInsert.accept(key);
        }
    }

    private void collect(ChangeBlock block, Collapse collapse) {
        ChangeCursor cursor = new ChangeCursor(block);
        while (cursor.next()) {
            LedgerPosition applied = ledger.getOrDefault(block.lane(), LedgerPosition.NONE);
            if (ledgerOn && applied.holds(cursor.commit(), cursor.ordinal())) {
                continue;
            }
            collapse.add(cursor.op(), cursor.line());
            move(block.lane(), new LedgerPosition(cursor.commit(), cursor.ordinal()));
        }
    }

    private void move(int lane, LedgerPosition to) {
        ledger.merge(lane, to, (a, b) -> a.compareTo(b) >= 0 ? a : b);
    }

    private void apply(NetChange net) {
        int key = key(net.line(), CELLS);
        @Nullable String[] cells = net.line().texts(CELLS);
        if (net.kind() == NetChange.Kind.PARTIAL) {
            String before = rows.get(key);
            if (before == null) {
                lonePartial.accept(key);
                return;
            }
            // the large column is the one that a partial update leaves out
            cells[CELLS - 1] = before.substring(before.lastIndexOf('\t') + 1);
        }
        rows.put(key, String.join("\t", Arrays.asList(cells)));
    }

    private static int key(CopyLine line, int cells) {
        return Integer.parseInt(Objects.requireNonNull(line.texts(cells)[0]));
    }

    /** Names every change of a block by its ordinal and commit. */
    public static void changes(ChangeBlock block, ObjLongConsumer<Integer> ordinalAndCommit) {
        ChangeCursor cursor = new ChangeCursor(block);
        while (cursor.next()) {
            ordinalAndCommit.accept(cursor.ordinal(), cursor.commit());
        }
    }
}
