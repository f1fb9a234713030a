package io.trellara.handoff.sink;

import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.MarkBlock;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A writer's transactions at the simulated target, with production's collapse and ledger. */
final class SimulatedTransactions implements BlockTransactions {
    private static final int CELLS = 3;

    /** Production's ledger hands it on to whoever reads lanes; here nobody asks it anything. */
    private static final Connection UNASKED = (Connection) Proxy.newProxyInstance(
            SimulatedTransactions.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                throw new AssertionError("there is no database here: " + method.getName());
            });

    private final RunKey run;
    private final SimulatedTarget target;
    private final Ledger ledger;
    private final List<Runnable> writes = new ArrayList<>();
    private final Map<ChunkAttempt, Long> counts = new HashMap<>();
    private boolean open;
    private boolean terminated;

    SimulatedTransactions(RunKey run, SimulatedTarget target) {
        this.run = run;
        this.target = target;
        this.ledger = new Ledger(
                run,
                (connection, lanes) -> target.ledger.entrySet().stream()
                        .filter(lane -> lanes.contains(lane.getKey()))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
                new PostgresBookkeeping());
    }

    void terminate() {
        terminated = true;
    }

    private void requireAlive() throws SQLException {
        if (terminated) {
            throw new SQLException("terminated", "57P01");
        }
    }

    @Override
    public void begin(long generation) throws SQLException {
        requireAlive();
        if (!open) {
            if (target.fenced && generation != target.generation) {
                throw SharedRowFence.stale(run, generation, "generation " + target.generation);
            }
            open = true;
            target.open.add(this);
        }
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public String object() {
        return "target";
    }

    @Override
    public void forgetLedger() {
        ledger.forget();
    }

    @Override
    public void copy(CopyBlock block) throws SQLException {
        requireAlive();
        counts.merge(block.attempt(), (long) block.rows(), Long::sum);
        String text = new String(block.bytes(), 0, block.length(), StandardCharsets.UTF_8);
        for (String line : text.lines().toList()) {
            String row = SimulatedTarget.row(block.schema().relation(), line.substring(0, line.indexOf('\t')));
            writes.add(() -> {
                if (target.rows.put(row, line) != null && !block.replace()) {
                    target.law.doubleInsert(row);
                }
            });
        }
    }

    @Override
    public void apply(List<Block> blocks) throws SQLException {
        requireAlive();
        ledger.learn(UNASKED, blocks.stream().map(Block::lane).collect(Collectors.toSet()));
        Map<Relation, Collapse> relations = new LinkedHashMap<>();
        for (Block block : blocks) {
            if (block instanceof ChangeBlock changes) {
                collapse(changes, relations);
            } else if (block instanceof MarkBlock mark) {
                ledger.move(mark.lane(), new LedgerPosition(mark.position().value(), -1));
            }
        }
        relations.forEach(this::apply);
    }

    private void collapse(ChangeBlock block, Map<Relation, Collapse> relations) {
        ChangeCursor cursor = new ChangeCursor(block);
        while (cursor.next()) {
            if (!ledger.holds(block.lane(), cursor.commit(), cursor.ordinal())) {
                ChangeOp op = cursor.op();
                relations
                        .computeIfAbsent(cursor.schema().relation(), r -> new Collapse(cursor.schema()))
                        .add(op, cursor.line());
                ledger.move(block.lane(), new LedgerPosition(cursor.commit(), cursor.ordinal()));
            }
        }
    }

    /** Deletes go before the rest. */
    private void apply(Relation relation, Collapse collapse) {
        for (NetChange net : collapse.changes()) {
            if (net.kind() == NetChange.Kind.DELETE) {
                String row = SimulatedTarget.row(relation, cell(net.line().texts(1), 0));
                writes.add(() -> target.rows.remove(row));
            }
        }
        for (NetChange net : collapse.changes()) {
            if (net.kind() != NetChange.Kind.DELETE) {
                @Nullable String[] cells = net.line().texts(CELLS);
                String row = SimulatedTarget.row(relation, cell(cells, 0));
                writes.add(() -> put(row, cells, net.kind() == NetChange.Kind.PARTIAL));
            }
        }
    }

    private static String cell(@Nullable String[] cells, int index) {
        return Objects.requireNonNull(cells[index]);
    }

    /** The large column is the one that a partial update leaves out. */
    private void put(String row, @Nullable String[] cells, boolean partial) {
        if (!partial) {
            target.rows.put(row, String.join("\t", Arrays.asList(cells)));
            return;
        }
        String before = target.rows.get(row);
        if (before == null) {
            target.law.lonePartial(row);
            return;
        }
        String large = before.substring(before.lastIndexOf('\t') + 1);
        target.rows.put(row, cells[0] + "\t" + cells[1] + "\t" + large);
    }

    @Override
    public void truncate(ChangeBlock block) throws SQLException {
        requireAlive();
        ledger.learn(UNASKED, Set.of(block.lane()));
        ChangeCursor cursor = new ChangeCursor(block);
        while (cursor.next()) {
            if (!ledger.holds(block.lane(), cursor.commit(), cursor.ordinal())) {
                String prefix = SimulatedTarget.row(cursor.schema().relation(), "");
                writes.add(() -> target.rows.keySet().removeIf(row -> row.startsWith(prefix)));
                ledger.move(block.lane(), new LedgerPosition(cursor.commit(), cursor.ordinal()));
            }
        }
    }

    @Override
    public void commit() throws SQLException {
        requireAlive();
        writes.forEach(Runnable::run);
        writes.clear();
        counts.forEach((attempt, rows) -> target.applied.merge(attempt, rows, Long::sum));
        counts.clear();
        target.ledger.putAll(ledger.takeMoved());
        open = false;
        target.open.remove(this);
    }

    @Override
    public void close() {
        writes.clear();
        target.open.remove(this);
        terminated = true;
    }
}
