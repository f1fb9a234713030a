package io.trellara.handoff.verify.rows;

import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares one relation on two sides, as the job would have written it from one to the other. Both are read at the same
 * time, the target on a thread of its own. Where both sides are of one kind and the columns of one type, the servers
 * themselves sum the rows up, and rows are read only where the sums differ. One thread.
 */
public final class RangeComparison {
    private static final int KEYS_AT_ONCE = 500;

    private final Side source;
    private final Side target;
    private final RowPlan plan;
    private final Limits limits;
    private final SideRows here;
    private final SideRows there;
    private final RowHash hash = new RowHash();

    private RangeComparison(Side source, Side target, RowPlan plan, Limits limits, SideRows here, SideRows there) {
        this.source = source;
        this.target = target;
        this.plan = plan;
        this.limits = limits;
        this.here = here;
        this.there = there;
    }

    /**
     * Reads both shapes; COMPARISON_SHAPE where a column of the contract is missing on a side. What the target has
     * besides is not compared.
     *
     * @param contract the source's columns and key
     */
    public static RangeComparison of(RelationSchema contract, Side source, Side target, Limits limits) {
        return of(PairedTables.read(contract, source, target), source, target, limits);
    }

    /** The same, of tables whose shapes were read before, in these sessions or others. */
    public static RangeComparison of(PairedTables tables, Side source, Side target, Limits limits) {
        RowPlan plan = tables.plan();
        return new RangeComparison(
                source,
                target,
                plan,
                limits,
                new SideRows(source, tables.source(), plan, true, limits.paid()),
                new SideRows(target, tables.target(), plan, false, limits.paid()));
    }

    /**
     * Compares all rows of a key range; {@link KeyRange#ALL} where Java cannot compare the relation's keys
     * ({@link RelationSchema#keyComparable}).
     */
    public Compared compare(KeyRange range) {
        prepare();
        if (plan.exact()) {
            BothSides.Pair<Optional<RowSums>> sums =
                    BothSides.of(() -> here.summedThere(range), () -> there.summedThere(range));
            if (sums.source().isPresent() && sums.source().equals(sums.target())) {
                return new Compared(sums.source().get(), sums.target().orElseThrow(), List.of(), false);
            }
        }
        return new Narrowing(here, there, range, limits).compared();
    }

    private void prepare() {
        SideSettings.apply(source, plan.relation());
        SideSettings.apply(target, plan.relation());
    }

    /** Compares the rows of these keys, given in the source's plain cells, and no others; tells all that differ. */
    public Compared compareKeys(Collection<Key> keys) {
        prepare();
        Map<KeyDigest, Key> asked = new LinkedHashMap<>();
        keys.forEach(key -> asked.put(digest(key), key));
        List<KeyDigest> digests = List.copyOf(asked.keySet());
        int portion = Math.max(1, Math.min(KEYS_AT_ONCE, limits.heldRows() / 2));
        RowMeeting meeting = new RowMeeting(Integer.MAX_VALUE);
        RowSums sourceSums = RowSums.NONE;
        RowSums targetSums = RowSums.NONE;
        for (int from = 0; from < digests.size(); from += portion) {
            Map<KeyDigest, Key> now = portion(asked, digests.subList(from, Math.min(from + portion, digests.size())));
            BothSides.Pair<List<HeldRow>> rows = BothSides.of(() -> rows(here, now), () -> rows(there, now));
            meeting.meet(rows.source(), rows.target());
            sourceSums = sourceSums.plus(sums(rows.source()));
            targetSums = targetSums.plus(sums(rows.target()));
        }
        return meeting.compared(sourceSums, targetSums);
    }

    private static Map<KeyDigest, Key> portion(Map<KeyDigest, Key> asked, List<KeyDigest> digests) {
        return digests.stream()
                .collect(Collectors.toMap(Function.identity(), digest -> Objects.requireNonNull(asked.get(digest))));
    }

    /** A server may call keys equal that are not the same: those were not asked for. */
    private static List<HeldRow> rows(SideRows side, Map<KeyDigest, Key> asked) {
        List<HeldRow> rows = new ArrayList<>();
        side.forEach(List.copyOf(asked.values()), row -> {
            if (asked.containsKey(row.digest().key())) {
                rows.add(row.held());
            }
        });
        return rows;
    }

    private static RowSums sums(List<HeldRow> rows) {
        return rows.stream()
                .map(row -> new RowSums(1, row.digest().high(), row.digest().low()))
                .reduce(RowSums.NONE, RowSums::plus);
    }

    /** The digest of a key, given in the source's plain cells. */
    public KeyDigest digest(Key sourceKey) {
        return hash.key(plan.keyPairs(), true, sourceKey.cells());
    }

    /** The name of the form in which rows are summed up, for the evidence: {@code normal/1}. */
    public String form() {
        return plan.exact() ? source.kind().text() + "-text/1" : "normal/1";
    }
}
