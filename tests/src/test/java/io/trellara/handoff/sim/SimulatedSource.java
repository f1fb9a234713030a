package io.trellara.handoff.sim;

import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.GtidSet;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.TimelineEnd;
import io.trellara.handoff.sim.ModelEvent.Kind;
import io.trellara.handoff.sim.ModelEvent.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The source server: its log in commit order, the table after each transaction, and what plain snapshots see, which may
 * lag behind the log. Transactions hold their rows locked until they are visible, as real ones do; on MySQL until they
 * count as executed too, which is later still.
 */
final class SimulatedSource {
    private static final long FIRST_BYTE = 1_000;
    static final int RECORD = 8;

    final SourceKind kind;
    final Dataset dataset;
    final Choices choices;
    final Journal journal;
    /** Committed transactions, in log order. */
    final List<Transaction> log = new ArrayList<>();
    /** What the stream calls the transactions that it has handed out, by their places. */
    final Map<Long, Commit> streamed = new HashMap<>();
    /** Rows that were gone when they were looked up: their own later event decides. */
    final Set<Integer> missed = new HashSet<>();

    private final List<Map<Integer, Row>> history = new ArrayList<>();
    private final List<Transaction> open = new ArrayList<>();
    private final List<Transaction> invisible = new ArrayList<>();
    private final List<Transaction> lagging = new ArrayList<>();
    private final Optional<GtidCount> count;
    private Map<Integer, Row> visible;
    private GtidSet executed = GtidSet.EMPTY;
    private long end = FIRST_BYTE;
    private int value;
    private long nextXid = 1;
    private final List<TimelineEnd> timelines = new ArrayList<>();
    private int timeline = 1;
    private boolean truncated;

    SimulatedSource(SourceKind kind, Dataset dataset, Choices choices, Journal journal) {
        this.kind = kind;
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
        count = kind.mysql() ? Optional.of(new GtidCount(choices)) : Optional.empty();
        count.ifPresent(gtids -> executed = gtids.before());
    }

    /** PostgreSQL's end of the log. */
    Lsn end() {
        return new Lsn(end);
    }

    /** MySQL's {@code gtid_executed}. */
    GtidSet executed() {
        return executed;
    }

    Identity identity() {
        return kind.mysql()
                ? Identity.mysql(GtidCount.server(timeline).toString(), 90_700)
                : new Identity("1", timeline, "shop", 170_005);
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
    int firstBehind(Position position) {
        int at = 0;
        while (at < log.size() && position.covers(log.get(at).name)) {
            at++;
        }
        return at;
    }

    /** Something else is logged; on MySQL that is a transaction too. */
    void otherLog() {
        if (kind.mysql()) {
            commit(begin());
        } else {
            end += RECORD;
        }
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
        append(one);
        invisible.add(one);
        journal.tell(
                "writer",
                () -> "transaction " + one.xid + " commits at " + one.name + ", not visible yet: " + one.events);
        if (choices.chance(60)) {
            becomeVisible(one);
        }
    }

    private void append(Transaction one) {
        one.commit = end;
        one.name = new Commit(end, count.map(GtidCount::next).orElse(null));
        end += RECORD;
        history.add(one.applyTo(rows()));
        log.add(one);
    }

    /** One of the committed transactions becomes visible, or one that is visible counts as executed. */
    void becomeVisible() {
        if (!lagging.isEmpty() && choices.chance(50)) {
            becomeExecuted(choices.of(lagging));
        } else if (!invisible.isEmpty()) {
            becomeVisible(choices.of(invisible));
        }
    }

    private void becomeVisible(Transaction one) {
        invisible.remove(one);
        visible = one.applyTo(visible);
        journal.tell("source", () -> "transaction " + one.xid + " is visible");
        if (kind.mysql()) {
            lagging.add(one);
            if (choices.chance(50)) {
                becomeExecuted(one);
            }
        }
    }

    private void becomeExecuted(Transaction one) {
        lagging.remove(one);
        executed = executed.with(one.name.requireGtid());
        journal.tell("source", () -> "transaction " + one.xid + " counts as executed");
    }

    /** Those that are committed by now come to their end. */
    private void finish(Predicate<Transaction> which) {
        List.copyOf(invisible).stream().filter(which).forEach(this::becomeVisible);
        List.copyOf(lagging).stream().filter(which).forEach(this::becomeExecuted);
    }

    /** Waits until all of the set counts as executed. */
    void awaitExecuted(GtidSet wanted) {
        finish(t -> wanted.contains(t.name.requireGtid()));
    }

    /** The writers of these relations are waited for, and kept out until the caller is done. */
    void lock(Set<Integer> relations) {
        List.copyOf(open).stream().filter(t -> t.touches(relations)).forEach(this::end);
        finish(t -> t.touches(relations));
    }

    /** Whether writers of these relations are in the midst of something. */
    boolean isWritten(Set<Integer> relations) {
        return open.stream().anyMatch(t -> t.touches(relations));
    }

    /** What a snapshot of now does not hold. */
    Set<Transaction> invisible() {
        return Set.copyOf(invisible);
    }

    /** Waits until the transaction is visible, as a look-up does (R3). */
    void awaitVisible(long xid) {
        List.copyOf(invisible).stream().filter(t -> t.xid == xid).forEach(this::becomeVisible);
    }

    /** The writers rest. */
    void settle() {
        List.copyOf(open).forEach(this::end);
        finish(all -> true);
    }

    private boolean isFree(int row, Transaction own) {
        return Stream.of(open, invisible, lagging).noneMatch(others -> heldBy(others, row, own));
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
        append(one);
        invisible.add(one);
        journal.tell("writer", () -> "commits " + one.events + " at " + one.name);
        if (seen) {
            finish(other -> other == one);
        }
    }

    /** A TRUNCATE needs the relation for itself: nobody may have a row of it locked. */
    boolean truncate(int relation) {
        boolean busy =
                Stream.of(open, invisible, lagging).flatMap(List::stream).anyMatch(t -> t.touches(Set.of(relation)));
        if (busy) {
            return false;
        }
        Transaction one = begin();
        one.truncate(relation, rows().keySet());
        append(one);
        visible = one.applyTo(visible);
        if (kind.mysql()) {
            executed = executed.with(one.name.requireGtid());
        }
        truncated = true;
        journal.tell("writer", () -> "truncates t" + relation + " at " + one.name);
        return true;
    }

    /** Whether the relation was rewritten behind this boundary. */
    boolean isRewritten(int relation, Lsn boundary) {
        return log.stream()
                .filter(t -> !boundary.covers(t.name))
                .flatMap(t -> t.events.stream())
                .anyMatch(e -> e.kind() == Kind.TRUNCATE && e.relation() == relation);
    }

    /** A standby is promoted, which may lack the newest of the log; its own goes on from there, on a new timeline. */
    void failOver() {
        int lost = loseNewest();
        timelines.add(new TimelineEnd(timeline, new Lsn(end)));
        timeline++;
        journal.tell(
                "source",
                () -> "a standby is promoted at " + new Lsn(end) + "; it lacks the last " + lost + " transactions");
    }

    private int loseNewest() {
        int lost = Math.min(log.size(), choices.between(0, 3));
        for (int i = 0; i < lost; i++) {
            Transaction one = log.remove(log.size() - 1);
            history.remove(history.size() - 1);
            end = one.commit;
        }
        open.clear();
        invisible.clear();
        lagging.clear();
        visible = rows();
        return lost;
    }

    /**
     * Another MySQL server of the same history takes the place of this one. It may lack the newest of the log, has the
     * rest in an order of its own, at places of its own, and counts what it writes under its own name.
     */
    void succeed() {
        GtidSet gone = executed;
        for (Transaction one : log) {
            gone = gone.subtract(GtidSet.of(one.name.requireGtid()));
        }
        int lost = loseNewest();
        timeline++;
        executed = gone;
        reorder();
        count.orElseThrow().succeed(timeline);
        journal.tell(
                "source",
                () -> "server " + timeline + " takes the place; it lacks the last " + lost
                        + " transactions, its log is "
                        + log.stream().map(t -> t.name).toList());
    }

    /** The log as another server has it: of two that follow each other and share no row either may be the first. */
    private void reorder() {
        for (int i = 1; i < log.size(); i++) {
            Transaction one = log.get(i - 1);
            Transaction next = log.get(i);
            if (choices.chance(40) && next.sharesNothingWith(one)) {
                log.set(i - 1, next);
                log.set(i, one);
            }
        }
        Map<Integer, Row> rows = history.get(0);
        history.subList(1, history.size()).clear();
        end = FIRST_BYTE - (long) RECORD * choices.below(20);
        for (Transaction one : log) {
            rows = one.applyTo(rows);
            history.add(rows);
            one.commit = end;
            one.name = new Commit(end, one.name.requireGtid());
            end += RECORD;
            executed = executed.with(one.name.requireGtid());
        }
        visible = rows;
    }

    List<TimelineEnd> timelines() {
        return timelines;
    }
}
