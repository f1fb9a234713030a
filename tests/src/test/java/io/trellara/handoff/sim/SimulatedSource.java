package io.trellara.handoff.sim;

import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.TimelineEnd;
import io.trellara.handoff.sim.ModelEvent.Kind;
import io.trellara.handoff.sim.ModelEvent.Row;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The source server: its log in commit order, the table after each transaction, and what plain snapshots see, which may
 * lag behind the log. Transactions hold their rows locked until they are visible, as real ones do.
 */
final class SimulatedSource {
    private static final long FIRST_BYTE = 1_000;
    static final int RECORD = 8;

    final Dataset dataset;
    final Choices choices;
    final Journal journal;
    /** Committed transactions, in log order. */
    final List<Transaction> log = new ArrayList<>();
    /** Rows that were gone when they were looked up: their own later event decides. */
    final Set<Integer> missed = new HashSet<>();

    private final List<Map<Integer, Row>> history = new ArrayList<>();
    private final List<Transaction> open = new ArrayList<>();
    private final List<Transaction> invisible = new ArrayList<>();
    private Map<Integer, Row> visible;
    private long end = FIRST_BYTE;
    private int value;
    private long nextXid = 1;
    private final List<TimelineEnd> timelines = new ArrayList<>();
    private int timeline = 1;
    private boolean truncated;

    SimulatedSource(Dataset dataset, Choices choices, Journal journal) {
        this.dataset = dataset;
        this.choices = choices;
        this.journal = journal;
        Map<Integer, Row> rows = new TreeMap<>();
        for (int relation = 0; relation < dataset.size(); relation++) {
            for (int key = 0; key < dataset.table(relation).keys(); key++) {
                if (choices.chance(60)) {
                    rows.put(Dataset.row(relation, key), new Row(0, "first" + key));
                }
            }
        }
        history.add(rows);
        visible = rows;
    }

    Lsn end() {
        return new Lsn(end);
    }

    Identity identity() {
        return new Identity("1", timeline, "shop", 170_005);
    }

    /** Whether a TRUNCATE ever happened. */
    boolean truncated() {
        return truncated;
    }

    /** The table now. */
    Map<Integer, Row> rows() {
        return history.get(log.size());
    }

    /** What a plain snapshot sees now. */
    Map<Integer, Row> visibleRows() {
        return visible;
    }

    /** The place in the log of the first transaction that the position does not cover. */
    int firstBehind(Lsn position) {
        int at = 0;
        while (at < log.size() && position.covers(log.get(at).commit)) {
            at++;
        }
        return at;
    }

    /** Something else is logged. */
    void otherLog() {
        end += RECORD;
    }

    /** A writer does something: a short transaction, or a step of a long one. */
    void write() {
        if (choices.chance(75)) {
            Transaction short_ = begin();
            fill(short_);
            commit(short_);
        } else if (open.isEmpty() || (open.size() < 3 && choices.chance(40))) {
            Transaction long_ = begin();
            fill(long_);
            open.add(long_);
            journal.tell("writer", () -> "transaction " + long_.xid + " is open with " + long_.events);
        } else {
            Transaction one = choices.of(open);
            if (choices.chance(30)) {
                fill(one);
            } else {
                end(one);
            }
        }
    }

    /** One transaction of the given changes, visible at once or later. */
    Transaction begin() {
        return new Transaction(nextXid++);
    }

    private void end(Transaction one) {
        open.remove(one);
        if (choices.chance(85)) {
            commit(one);
        } else {
            journal.tell("writer", () -> "transaction " + one.xid + " is rolled back");
        }
    }

    /** Its commit record is flushed: the stream may deliver it, plain snapshots do not see it yet. */
    void commit(Transaction one) {
        one.commit = end;
        end += RECORD;
        history.add(one.applyTo(rows()));
        log.add(one);
        invisible.add(one);
        journal.tell(
                "writer",
                () -> "transaction " + one.xid + " commits at " + new Lsn(one.commit) + ", not visible yet: "
                        + one.events);
        if (choices.chance(60)) {
            becomeVisible(one);
        }
    }

    /** One of the committed transactions becomes visible. */
    void becomeVisible() {
        if (!invisible.isEmpty()) {
            becomeVisible(choices.of(invisible));
        }
    }

    private void becomeVisible(Transaction one) {
        invisible.remove(one);
        visible = one.applyTo(visible);
        journal.tell("source", () -> "transaction " + one.xid + " is visible");
    }

    /** Waits until the transaction is visible, as a look-up does (R3). */
    void awaitVisible(long xid) {
        List.copyOf(invisible).stream().filter(t -> t.xid == xid).forEach(this::becomeVisible);
    }

    /** The writers rest. */
    void settle() {
        List.copyOf(open).forEach(this::end);
        List.copyOf(invisible).forEach(this::becomeVisible);
    }

    private boolean isFree(int row, Transaction own) {
        return !heldBy(open, row, own) && !heldBy(invisible, row, own);
    }

    private static boolean heldBy(List<Transaction> others, int row, Transaction own) {
        return others.stream().anyMatch(t -> t != own && t.locked.contains(row));
    }

    private void fill(Transaction one) {
        int events = choices.between(1, 3);
        for (int i = 0; i < events; i++) {
            int relation = choices.below(dataset.size());
            change(one, relation, choices.below(dataset.table(relation).keys()));
        }
    }

    private void change(Transaction one, int relation, int key) {
        int row = Dataset.row(relation, key);
        int what = choices.below(10);
        int to = Dataset.row(relation, choices.below(dataset.table(relation).keys()));
        if (!isFree(row, one)) {
            return;
        }
        Optional<Row> before = one.see(row, rows());
        one.locked.add(row);
        value++;
        if (before.isEmpty()) {
            if (what < 5) {
                one.put(Kind.INSERT, row, new Row(value, "l" + value));
            }
        } else if (what < 3) {
            one.put(Kind.PARTIAL, row, new Row(value, before.get().large()));
        } else if (what < 5) {
            one.put(Kind.UPDATE, row, new Row(value, "l" + value));
        } else if (what < 8) {
            one.delete(row);
        } else if (isFree(to, one) && one.see(to, rows()).isEmpty()) {
            one.locked.add(to);
            one.move(row, to, new Row(value, before.get().large()));
        }
    }

    /** Writes one given change in a transaction of its own, visible when asked. */
    void write(Kind kind, int row, boolean seen) {
        Transaction one = begin();
        value++;
        one.locked.add(row);
        if (kind == Kind.DELETE) {
            one.delete(row);
        } else {
            one.put(kind, row, new Row(value, "l" + value));
        }
        one.commit = end;
        end += RECORD;
        history.add(one.applyTo(rows()));
        log.add(one);
        invisible.add(one);
        journal.tell("writer", () -> "commits " + one.events + " at " + new Lsn(one.commit));
        if (seen) {
            becomeVisible(one);
        }
    }

    /** A TRUNCATE needs the relation for itself: nobody may have a row of it locked. */
    boolean truncate(int relation) {
        boolean busy = java.util.stream.Stream.concat(open.stream(), invisible.stream())
                .anyMatch(t -> t.locked.stream().anyMatch(row -> Dataset.relationOf(row) == relation));
        if (busy) {
            return false;
        }
        Transaction one = begin();
        one.truncate(relation, rows().keySet());
        one.commit = end;
        end += RECORD;
        history.add(one.applyTo(rows()));
        log.add(one);
        visible = one.applyTo(visible);
        truncated = true;
        journal.tell("writer", () -> "truncates t" + relation + " at " + new Lsn(one.commit));
        return true;
    }

    /** Whether the relation was rewritten behind this boundary. */
    boolean isRewritten(int relation, Lsn boundary) {
        return log.stream()
                .filter(t -> !boundary.covers(t.commit))
                .flatMap(t -> t.events.stream())
                .anyMatch(e -> e.kind() == Kind.TRUNCATE && e.relation() == relation);
    }

    /** A standby is promoted, which may lack the newest of the log; its own goes on from there, on a new timeline. */
    void failOver() {
        int lost = Math.min(log.size(), choices.between(0, 3));
        for (int i = 0; i < lost; i++) {
            Transaction one = log.remove(log.size() - 1);
            history.remove(history.size() - 1);
            end = one.commit;
        }
        open.clear();
        invisible.clear();
        visible = rows();
        timelines.add(new TimelineEnd(timeline, new Lsn(end)));
        timeline++;
        journal.tell(
                "source",
                () -> "a standby is promoted at " + new Lsn(end) + "; it lacks the last " + lost + " transactions");
    }

    List<TimelineEnd> timelines() {
        return timelines;
    }
}
