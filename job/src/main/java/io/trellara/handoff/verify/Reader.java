package io.trellara.handoff.verify;

import io.trellara.handoff.dialect.ComparedSession;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.dialect.WaitListener;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.verify.rows.Compared;
import io.trellara.handoff.verify.rows.KeyDigest;
import io.trellara.handoff.verify.rows.Limits;
import io.trellara.handoff.verify.rows.PairedTables;
import io.trellara.handoff.verify.rows.RangeComparison;
import io.trellara.handoff.verify.rows.Side;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares in a transaction of its own in the view, and in one at the target. One thread; {@link #abort} from any. */
final class Reader implements AutoCloseable {
    private final ComparedSession view;
    private final Side target;
    private final Opening opening;
    private final Map<Relation, RangeComparison> comparisons = new HashMap<>();

    /**
     * How readers are opened.
     *
     * @param contract of the relations that are compared
     * @param limits how much they hold, and what reading costs
     * @param known tables whose shapes were read already: the time between a view and its comparison decides how much
     *     changes meanwhile
     */
    record Opening(
            VerifyDoors doors,
            String identity,
            List<RelationSchema> contract,
            Limits limits,
            WaitListener waits,
            Map<Relation, PairedTables> known) {
        /** A session at the target, for {@link #open}. */
        Side target() {
            return Side.open(doors.target(), "trellara-handoff verify");
        }
    }

    private Reader(ComparedSession view, Side target, Opening opening) {
        this.view = view;
        this.target = target;
        this.opening = opening;
    }

    /** @param target is closed with it, and where this fails */
    static Reader open(Opening opening, ViewTicket view, Side target) {
        try {
            ComparedSession session = opening.doors()
                    .source()
                    .openComparedSession(opening.identity(), view, opening.contract(), opening.waits());
            return new Reader(session, target, opening);
        } catch (RuntimeException e) {
            quietly(target);
            throw e;
        }
    }

    Position boundary() {
        return view.boundary();
    }

    KeyDigest digest(RelationSchema schema, Key key) {
        return comparison(schema).digest(key);
    }

    /** The target is read as it is now, in each task anew. */
    ComparedTask compare(Task task) {
        RangeComparison comparison = comparison(task.schema());
        target.refresh();
        return new ComparedTask(task, compared(task, comparison), comparison.form());
    }

    private static Compared compared(Task task, RangeComparison comparison) {
        if (task instanceof Task.Rows rows) {
            return comparison.compareKeys(
                    rows.suspects().stream().map(Suspect::key).toList());
        }
        return comparison.compare(((Task.Range) task).piece().range());
    }

    private RangeComparison comparison(RelationSchema schema) {
        return comparisons.computeIfAbsent(schema.relation(), relation -> {
            Side source = new Side(opening.doors().kind(), view.enter(schema));
            PairedTables tables =
                    opening.known().computeIfAbsent(relation, r -> PairedTables.read(schema, source, target));
            return RangeComparison.of(tables, source, target, opening.limits());
        });
    }

    void abort() {
        view.abort();
        target.abort();
    }

    @Override
    public void close() {
        List.<AutoCloseable>of(view, target).forEach(Reader::quietly);
    }

    /** What is closed was only read from. */
    static void quietly(AutoCloseable side) {
        try {
            side.close();
        } catch (Exception e) {
            org.slf4j.LoggerFactory.getLogger(Reader.class).debug("a session ended early", e);
        }
    }
}
