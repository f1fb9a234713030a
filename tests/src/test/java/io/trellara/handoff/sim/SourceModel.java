package io.trellara.handoff.sim;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sim.ModelEvent.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The source: a table of a few keys, its log, and the table after each transaction. Survives every crash. */
public final class SourceModel {
    /** {@code t (k int PRIMARY KEY, small text, large text)}. */
    public static final RelationSchema SCHEMA = new RelationSchema(
            new Relation("public", "t"),
            List.of(
                    new Column("k", "integer", 23, false, KeyOrder.INTEGER),
                    new Column("small", "text", 25, true, KeyOrder.TEXT),
                    new Column("large", "text", 25, true, KeyOrder.TEXT)),
            List.of(0),
            "5".repeat(64));

    /** Transaction number 0 commits here; a position covers the transactions below it. */
    private static final long FIRST_COMMIT = 1_000;

    private static final int MOST_EVENTS = 3;

    /** A row's columns besides the key. */
    public record Row(int small, String large) {}

    private final RandomGenerator random;
    private final int keys;
    private final List<List<ModelEvent>> log = new ArrayList<>();
    private final List<Map<Integer, Row>> history = new ArrayList<>();
    private final Set<Integer> missed = new HashSet<>();
    private Map<Integer, Row> rows = new TreeMap<>();
    private int value;

    SourceModel(RandomGenerator random, int keys) {
        this.random = random;
        this.keys = keys;
        for (int key = 0; key < keys; key++) {
            if (random.nextInt(10) < 6) {
                rows.put(key, new Row(0, "first" + key));
            }
        }
        history.add(Map.copyOf(rows));
    }

    /** Commits one transaction of up to three events; it may be empty. */
    void write() {
        List<ModelEvent> events = new ArrayList<>();
        rows = new TreeMap<>(rows);
        int tries = random.nextInt(1, MOST_EVENTS + 1);
        for (int i = 0; i < tries; i++) {
            event(random.nextInt(keys)).ifPresent(events::add);
        }
        log.add(List.copyOf(events));
        history.add(Map.copyOf(rows));
    }

    private Optional<ModelEvent> event(int key) {
        int what = random.nextInt(10);
        Row before = rows.get(key);
        value++;
        if (before == null) {
            return what < 5 ? Optional.of(put(Kind.INSERT, key, new Row(value, "l" + value))) : Optional.empty();
        }
        if (what < 3) {
            return Optional.of(put(Kind.PARTIAL, key, new Row(value, before.large())));
        }
        if (what < 5) {
            return Optional.of(put(Kind.UPDATE, key, new Row(value, "l" + value)));
        }
        if (what < 8) {
            rows.remove(key);
            return Optional.of(new ModelEvent(Kind.DELETE, key, key, 0, "", false));
        }
        int to = random.nextInt(keys);
        if (rows.containsKey(to)) {
            return Optional.empty();
        }
        rows.remove(key);
        rows.put(to, new Row(value, before.large()));
        return Optional.of(new ModelEvent(Kind.MOVE, key, to, value, before.large(), random.nextBoolean()));
    }

    private ModelEvent put(Kind kind, int key, Row row) {
        rows.put(key, row);
        return new ModelEvent(kind, key, key, row.small(), row.large(), false);
    }

    /** The number of transactions so far. */
    public int size() {
        return log.size();
    }

    public List<ModelEvent> transaction(int number) {
        return log.get(number);
    }

    /** The table now. */
    Map<Integer, Row> rows() {
        return rows;
    }

    /** The table after the first {@code transactions} transactions: what a view with that boundary holds. */
    Map<Integer, Row> view(int transactions) {
        return history.get(transactions);
    }

    /** A row as it is now, by key, for the stream's look-ups (R3). */
    public Optional<byte[]> lookup(Key key) {
        int number = Integer.parseInt(key.cells().get(0));
        Row row = rows.get(number);
        if (row == null) {
            missed.add(number);
            return Optional.empty();
        }
        return Optional.of(line(number, row).getBytes(StandardCharsets.UTF_8));
    }

    /** Keys whose row was gone when it was looked up: their own later event decides. */
    Set<Integer> missed() {
        return missed;
    }

    static String line(int key, Row row) {
        return key + "\t" + row.small() + "\t" + row.large();
    }

    /** The commit LSN of a transaction. */
    public static long commit(int transaction) {
        return FIRST_COMMIT + transaction;
    }

    /** The position that covers the first {@code transactions} transactions. */
    public static Lsn position(int transactions) {
        return new Lsn(FIRST_COMMIT + transactions);
    }

    /** The number of transactions that a position covers. */
    public static int covered(Lsn position) {
        return (int) (position.value() - FIRST_COMMIT);
    }
}
