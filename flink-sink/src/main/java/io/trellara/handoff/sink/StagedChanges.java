package io.trellara.handoff.sink;

import io.trellara.handoff.sink.NetChange.Kind;
import io.trellara.handoff.sink.TargetSession.SessionTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Applies many changes of one relation set by set: staged by COPY, their lines as they are, then joined by key. */
final class StagedChanges {
    private static final int INSERTS = 1;
    private static final int UPDATES = 2;
    private static final int FIRST_PARTIALS = 3;

    private final TargetSession session;
    private final SessionTable table;
    private final BitSet all;
    private final int cells;

    StagedChanges(TargetSession session, SessionTable table) {
        this.session = session;
        this.table = table;
        this.all = table.sql().all();
        this.cells = table.schema().columns().size();
    }

    void apply(Collection<NetChange> changes) throws SQLException {
        delete(changes);
        if (count(changes, Kind.DELETE) == changes.size()) {
            return;
        }
        List<BitSet> partials = stage(changes);
        update(count(changes, Kind.UPDATE));
        for (int i = 0; i < partials.size(); i++) {
            updatePartial(FIRST_PARTIALS + i, partials.get(i));
        }
        if (count(changes, Kind.INSERT) > 0) {
            session.update(table.sql().upsertStaged(INSERTS));
        }
    }

    private void delete(Collection<NetChange> changes) throws SQLException {
        if (count(changes, Kind.DELETE) == 0) {
            return;
        }
        session.ensure(table.sql().createKeys());
        CopyPipe pipe = session.copy(table.sql().stageKeys());
        for (NetChange change : changes) {
            if (change.kind() == Kind.DELETE) {
                pipe.row(change.line());
            }
        }
        pipe.finish();
        session.update(table.sql().deleteStaged());
    }

    /**
     * Stages all but the deletes; returns the sets of columns that the partial ones carry, in the order of their op.
     */
    private List<BitSet> stage(Collection<NetChange> changes) throws SQLException {
        session.ensure(table.sql().createRows());
        CopyPipe pipe = session.copy(table.sql().stageRows(all));
        Map<BitSet, List<CopyLine>> partials = new LinkedHashMap<>();
        for (NetChange change : changes) {
            switch (change.kind()) {
                case INSERT -> pipe.row(INSERTS, change.line());
                case UPDATE -> pipe.row(UPDATES, change.line());
                case PARTIAL ->
                    partials.computeIfAbsent(change.line().present(cells), p -> new ArrayList<>())
                            .add(change.line());
                case DELETE -> {
                    // Staged by key, before.
                }
            }
        }
        pipe.finish();
        int op = FIRST_PARTIALS;
        for (Map.Entry<BitSet, List<CopyLine>> group : partials.entrySet()) {
            stagePartial(op++, group.getKey(), group.getValue());
        }
        return new ArrayList<>(partials.keySet());
    }

    private void stagePartial(int op, BitSet present, List<CopyLine> lines) throws SQLException {
        List<Integer> columns = present.stream().boxed().toList();
        CopyPipe pipe = session.copy(table.sql().stageRows(present));
        for (CopyLine line : lines) {
            pipe.row(op, line.pick(columns, cells));
        }
        pipe.finish();
    }

    /**
     * An UPDATE costs less than a conflict. Where it did not find every row, the upsert does: that happens on replay.
     */
    private void update(long expected) throws SQLException {
        if (expected == 0) {
            return;
        }
        if (table.sql().settable(all).isEmpty() || session.update(table.sql().updateStaged(UPDATES, all)) != expected) {
            session.update(table.sql().upsertStaged(UPDATES));
        }
    }

    private void updatePartial(int op, BitSet present) throws SQLException {
        if (!table.sql().settable(present).isEmpty()) {
            session.update(table.sql().updateStaged(op, present));
        }
    }

    private static long count(Collection<NetChange> changes, Kind kind) {
        return changes.stream().filter(c -> c.kind() == kind).count();
    }
}
