package io.trellara.handoff.sink;

import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.MarkBlock;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.TargetSession.SessionTable;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Transactions over one session. */
final class TargetTransaction implements BlockTransactions {
    /** From so many net changes of a relation on, staging costs less than row by row. */
    private static final int STAGED_FROM = 50;

    private final TargetSession session;
    private final GenerationFence fence;
    private final Ledger ledger;
    private final AppliedRows applied;
    private final CopyStream copies;
    private String object = "target";
    private boolean open;

    TargetTransaction(TargetSession session, GenerationFence fence, Ledger ledger, AppliedRows applied) {
        this.session = session;
        this.fence = fence;
        this.ledger = ledger;
        this.applied = applied;
        this.copies = new CopyStream(session);
    }

    @Override
    public void begin(long generation) throws SQLException {
        if (!open) {
            object = "target";
            fence.hold(session.connection(), generation);
            session.begin();
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
        copies.write(block);
        applied.add(block.attempt(), block.rows());
    }

    @Override
    public void apply(List<Block> blocks) throws SQLException {
        finishCopies();
        ledger.learn(session.connection(), blocks.stream().map(Block::lane).collect(Collectors.toSet()));
        Map<Relation, Collapse> relations = new LinkedHashMap<>();
        for (Block block : blocks) {
            if (block instanceof ChangeBlock changes) {
                collapse(changes, relations);
            } else if (block instanceof MarkBlock mark) {
                ledger.move(mark.lane(), new LedgerPosition(mark.position().value(), -1));
            }
        }
        for (Collapse relation : relations.values()) {
            apply(relation);
        }
    }

    @Override
    public void truncate(ChangeBlock block) throws SQLException {
        finishCopies();
        ledger.learn(session.connection(), Set.of(block.lane()));
        ChangeCursor cursor = new ChangeCursor(block);
        while (cursor.next()) {
            if (!ledger.holds(block.lane(), cursor.commit(), cursor.ordinal())) {
                object = cursor.schema().relation().toString();
                empty(cursor.schema());
                ledger.move(block.lane(), new LedgerPosition(cursor.commit(), cursor.ordinal()));
            }
        }
    }

    @Override
    public void commit() throws SQLException {
        finishCopies();
        object = "trellara.sink_applied";
        applied.write(session.connection());
        object = "trellara.sink_ledger";
        ledger.write(session.connection());
        object = "target";
        session.commit();
        open = false;
    }

    @Override
    public void close() {
        session.close();
    }

    private void finishCopies() throws SQLException {
        object = copies.object();
        copies.finish();
    }

    /** The catalog is asked each time: keys come and go while a run goes on, and this is rare. */
    private void empty(RelationSchema schema) throws SQLException {
        TableStatements sql = session.table(schema).sql();
        boolean referenced = new TargetCatalog(session.connection()).isReferenced(schema.relation());
        session.update(referenced ? sql.deleteAll() : sql.truncate());
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

    private void apply(Collapse relation) throws SQLException {
        object = relation.schema().relation().toString();
        SessionTable table = session.table(relation.schema());
        if (relation.changes().size() < STAGED_FROM) {
            new BatchedChanges(session, table).apply(relation.changes());
        } else {
            new StagedChanges(session, table).apply(relation.changes());
        }
    }
}
