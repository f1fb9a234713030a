package io.trellara.handoff.sink;

import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.MarkBlock;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Transactions over one writes. */
final class TargetTransaction implements BlockTransactions {
    private final TargetWrites writes;
    private final GenerationFence fence;
    private final Ledger ledger;
    private final AppliedRows applied;
    private String object = "target";
    private boolean open;

    TargetTransaction(TargetWrites writes, GenerationFence fence, Ledger ledger, AppliedRows applied) {
        this.writes = writes;
        this.fence = fence;
        this.ledger = ledger;
        this.applied = applied;
    }

    @Override
    public void begin(long generation) throws SQLException {
        if (!open) {
            object = "target";
            fence.hold(writes.connection(), generation);
            writes.begin();
            open = true;
        }
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public String object() {
        return object;
    }

    @Override
    public void forgetLedger() {
        ledger.forget();
    }

    @Override
    public void copy(CopyBlock block) throws SQLException {
        object = block.schema().relation().toString();
        writes.copy(block);
        applied.add(block.attempt(), block.rows());
    }

    @Override
    public void apply(List<Block> blocks) throws SQLException {
        finishCopies();
        ledger.learn(writes.connection(), blocks.stream().map(Block::lane).collect(Collectors.toSet()));
        Map<Relation, Collapse> relations = new LinkedHashMap<>();
        for (Block block : blocks) {
            if (block instanceof ChangeBlock changes) {
                collapse(changes, relations);
            } else if (block instanceof MarkBlock mark) {
                ledger.move(mark.lane(), new LedgerPosition(mark.position().value(), -1));
            }
        }
        for (Collapse relation : relations.values()) {
            object = relation.schema().relation().toString();
            RelationSchema schema = relation.schema();
            writes.apply(schema, ConvertedRows.of(relation.changes(), writes.conversion(schema)));
        }
    }

    @Override
    public void truncate(ChangeBlock block) throws SQLException {
        finishCopies();
        ledger.learn(writes.connection(), Set.of(block.lane()));
        ChangeCursor cursor = new ChangeCursor(block);
        while (cursor.next()) {
            if (!ledger.holds(block.lane(), cursor.commit(), cursor.ordinal())) {
                object = cursor.schema().relation().toString();
                writes.empty(cursor.schema());
                ledger.move(block.lane(), new LedgerPosition(cursor.commit(), cursor.ordinal()));
            }
        }
    }

    @Override
    public void commit() throws SQLException {
        finishCopies();
        object = "trellara.sink_applied";
        applied.write(writes.connection());
        object = "trellara.sink_ledger";
        ledger.write(writes.connection());
        object = "target";
        writes.commit();
        open = false;
    }

    @Override
    public void close() {
        writes.close();
    }

    private void finishCopies() throws SQLException {
        object = writes.copying();
        writes.finishCopies();
    }

    private void collapse(ChangeBlock block, Map<Relation, Collapse> relations) {
        ChangeCursor cursor = new ChangeCursor(block);
        while (cursor.next()) {
            if (ledger.holds(block.lane(), cursor.commit(), cursor.ordinal())) {
                continue;
            }
            ChangeOp op = cursor.op();
            relations
                    .computeIfAbsent(cursor.schema().relation(), r -> new Collapse(cursor.schema()))
                    .add(op, cursor.line());
            ledger.move(block.lane(), new LedgerPosition(cursor.commit(), cursor.ordinal()));
        }
    }
}
