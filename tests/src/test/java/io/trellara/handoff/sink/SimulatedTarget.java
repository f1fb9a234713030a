package io.trellara.handoff.sink;

import io.trellara.handoff.coordinate.TargetControl;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The target database in memory: rows, generation, ledger, counts and halts. It survives every crash; what a
 * transaction did is there when it has committed and not before.
 */
public final class SimulatedTarget implements TargetControl {
    /** Hears what a target must never be asked to do. */
    public interface Law {
        /** A partial update finds no row. */
        void lonePartial(String row);

        /** A first attempt copies a row onto another. */
        void doubleInsert(String row);
    }

    /** Takes one change of a block. */
    public interface ChangeTaker {
        void take(Relation relation, String key, long commit, int ordinal);
    }

    final Law law;
    final boolean fenced;
    private final boolean sweeps;
    final Map<String, String> rows = new TreeMap<>();
    final Map<Integer, LedgerPosition> ledger = new HashMap<>();
    final Map<ChunkAttempt, Long> applied = new HashMap<>();
    final List<SinkHalt> halts = new ArrayList<>();
    final Set<SimulatedTransactions> open = new HashSet<>();
    long generation;

    /**
     * @param fenced whether transactions of an older generation are refused (R6)
     * @param sweeps whether what is to be copied again is erased (R5)
     */
    public SimulatedTarget(boolean fenced, boolean sweeps, Law law) {
        this.fenced = fenced;
        this.sweeps = sweeps;
        this.law = law;
    }

    /** All rows, by relation and key, as lines. */
    public Map<String, String> rows() {
        return rows;
    }

    static String row(Relation relation, String key) {
        return relation.name() + "." + key;
    }

    @Override
    public List<Finding> check(List<RelationSchema> schemas, boolean fresh) {
        return List.of();
    }

    @Override
    public void prepare(List<RelationSchema> schemas) {
        // the tables are there
    }

    @Override
    public void prepareAdded(List<RelationSchema> schemas, long held) {
        throw new UnsupportedOperationException("the dataset stays as it is here");
    }

    /** Transactions that hold the older generation are broken off: the harshest of what may happen to them. */
    @Override
    public long raiseGeneration() {
        if (fenced) {
            open.forEach(SimulatedTransactions::terminate);
            open.clear();
        }
        return ++generation;
    }

    @Override
    public long erase(RelationSchema schema, List<KeyRange> ranges, long held) {
        if (fenced && held != generation) {
            throw new HandoffException(new Finding(
                    ErrorCode.GENERATION_STALE, "target", "generation " + held, "generation " + generation, "nothing"));
        }
        long before = rows.size();
        if (sweeps) {
            rows.keySet().removeIf(row -> isIn(row, schema.relation(), ranges));
        }
        return before - rows.size();
    }

    private static boolean isIn(String row, Relation relation, List<KeyRange> ranges) {
        int key = Integer.parseInt(row.substring(row.indexOf('.') + 1));
        return row.startsWith(relation.name() + ".") && ranges.stream().anyMatch(range -> isIn(range, key));
    }

    private static boolean isIn(KeyRange range, int key) {
        return range.lower().map(k -> number(k) < key).orElse(true)
                && range.upper().map(k -> key <= number(k)).orElse(true);
    }

    private static int number(Key key) {
        return Integer.parseInt(key.cells().get(0));
    }

    @Override
    public Map<ChunkAttempt, Long> applied(Collection<ChunkAttempt> attempts) {
        return applied;
    }

    @Override
    public List<SinkHalt> halts(long afterId) {
        return halts.stream().filter(h -> h.id() > afterId).toList();
    }

    @Override
    public Optional<Lsn> ledger() {
        return ledger.values().stream().map(p -> new Lsn(p.commit())).min(Lsn::compareTo);
    }

    @Override
    public Optional<Lsn> ledgerEnd() {
        return ledger.values().stream()
                .max(LedgerPosition::compareTo)
                .map(p -> new Lsn(p.ordinal() < 0 ? p.commit() : p.commit() + 1));
    }

    @Override
    public void close() {
        // nothing is open
    }

    /** Names every change of a block that has a key. */
    public static void changes(ChangeBlock block, ChangeTaker taker) {
        ChangeCursor cursor = new ChangeCursor(block);
        while (cursor.next()) {
            if (cursor.op() == ChangeOp.TRUNCATE) {
                continue;
            }
            int cells = cursor.op() == ChangeOp.DELETE
                    ? cursor.schema().keyColumns().size()
                    : cursor.schema().columns().size();
            String key = String.valueOf(cursor.line().texts(cells)[0]);
            taker.take(cursor.schema().relation(), key, cursor.commit(), cursor.ordinal());
        }
    }
}
