package io.trellara.handoff.gate;

import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The copied ranges of one relation, by upper end. Where they cover every key with one boundary and one gate (the usual
 * copy-then-stream run) no key is compared at all, so any key type is fine there. One thread.
 */
final class CopiedRanges {
    private final Comparator<Key> order;
    private final List<CopiedRange> ranges = new ArrayList<>();
    private @Nullable CopiedRange uniform;

    CopiedRanges(Comparator<Key> order) {
        this.order = order;
    }

    void add(CopiedRange range) {
        int at = range.range().upper().map(this::firstAtOrAbove).orElse(ranges.size());
        ranges.add(at, range);
        mergeAt(at);
        mergeAt(at - 1);
        findUniform();
    }

    /**
     * Takes a range out again: its keys count as not copied. What of a merged range lies beside it stays as it was.
     * Without bounds nothing is compared, so that a relation whose keys have no order can be taken out as a whole.
     */
    void remove(KeyRange cut) {
        List<CopiedRange> before = List.copyOf(ranges);
        ranges.clear();
        if (!cut.equals(KeyRange.ALL)) {
            before.forEach(range -> ranges.addAll(outside(range, cut)));
        }
        findUniform();
    }

    private List<CopiedRange> outside(CopiedRange range, KeyRange cut) {
        Optional<Key> lower = range.range().lower();
        Optional<Key> upper = range.range().upper();
        if (endsBelow(upper, cut.lower()) || endsBelow(cut.upper(), lower)) {
            return List.of(range);
        }
        List<CopiedRange> left = new ArrayList<>();
        if (cut.lower().isPresent() && (lower.isEmpty() || compare(lower, cut.lower()) < 0)) {
            left.add(part(range, KeyRange.of(lower, cut.lower())));
        }
        if (cut.upper().isPresent() && (upper.isEmpty() || compare(cut.upper(), upper) < 0)) {
            left.add(part(range, KeyRange.of(cut.upper(), upper)));
        }
        return left;
    }

    /** Whether a range with that upper end lies wholly below one with that lower end. */
    private boolean endsBelow(Optional<Key> upper, Optional<Key> lower) {
        return upper.isPresent() && lower.isPresent() && compare(upper, lower) <= 0;
    }

    private int compare(Optional<Key> left, Optional<Key> right) {
        return order.compare(left.orElseThrow(), right.orElseThrow());
    }

    private static CopiedRange part(CopiedRange of, KeyRange range) {
        return new CopiedRange(of.relation(), range, of.boundary(), of.gate());
    }

    private void findUniform() {
        boolean whole = ranges.size() == 1
                && range(0).range().lower().isEmpty()
                && range(0).range().upper().isEmpty();
        uniform = whole ? range(0) : null;
    }

    Verdict decide(Supplier<Key> key, Commit commit) {
        CopiedRange one = uniform;
        if (one != null) {
            return decide(one, commit);
        }
        if (ranges.isEmpty()) {
            return Verdict.SUPPRESS;
        }
        Key wanted = key.get();
        int at = firstAtOrAbove(wanted);
        if (at == ranges.size() || !aboveLower(range(at), wanted)) {
            return Verdict.SUPPRESS;
        }
        return decide(range(at), commit);
    }

    /** One verdict for all keys; empty where ranges differ. What is not copied counts as holding everything. */
    Optional<Verdict> decideAll(Commit commit) {
        if (uniform != null) {
            return Optional.of(decide(uniform, commit));
        }
        List<Verdict> verdicts =
                ranges.stream().map(r -> decide(r, commit)).distinct().toList();
        boolean complete = isComplete();
        if (verdicts.stream().noneMatch(Verdict::passes)) {
            return Optional.of(Verdict.SUPPRESS);
        }
        if (!complete || verdicts.contains(Verdict.SUPPRESS)) {
            return Optional.empty();
        }
        return Optional.of(verdicts.contains(Verdict.REPLAY) ? Verdict.REPLAY : Verdict.FORWARD);
    }

    private static Verdict decide(CopiedRange range, Commit commit) {
        if (range.gate().covers(commit)) {
            return Verdict.SUPPRESS;
        }
        return range.boundary().covers(commit) ? Verdict.REPLAY : Verdict.FORWARD;
    }

    private boolean isComplete() {
        if (ranges.isEmpty()
                || range(0).range().lower().isPresent()
                || range(ranges.size() - 1).range().upper().isPresent()) {
            return false;
        }
        for (int i = 1; i < ranges.size(); i++) {
            if (!touch(range(i - 1), range(i))) {
                return false;
            }
        }
        return true;
    }

    private CopiedRange range(int index) {
        return ranges.get(index);
    }

    /** The first range whose upper end is at or above the key; an open end is above every key. */
    private int firstAtOrAbove(Key key) {
        int low = 0;
        int high = ranges.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            Optional<Key> upper = range(middle).range().upper();
            if (upper.isPresent() && order.compare(upper.get(), key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean aboveLower(CopiedRange range, Key key) {
        Optional<Key> lower = range.range().lower();
        return lower.isEmpty() || order.compare(key, lower.get()) > 0;
    }

    private void mergeAt(int index) {
        if (index < 0 || index + 1 >= ranges.size()) {
            return;
        }
        CopiedRange left = range(index);
        CopiedRange right = range(index + 1);
        if (touch(left, right)
                && left.boundary().equals(right.boundary())
                && left.gate().equals(right.gate())) {
            ranges.set(
                    index,
                    new CopiedRange(
                            left.relation(),
                            KeyRange.of(left.range().lower(), right.range().upper()),
                            left.boundary(),
                            left.gate()));
            ranges.remove(index + 1);
        }
    }

    private static boolean touch(CopiedRange left, CopiedRange right) {
        return left.range().upper().isPresent()
                && left.range().upper().equals(right.range().lower());
    }
}
