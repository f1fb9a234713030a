package io.trellara.handoff.verify;

import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationOutcome;
import io.trellara.handoff.evidence.VerificationScope;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.verify.VerifyPlan.Piece;
import io.trellara.handoff.verify.rows.DifferingRow;
import io.trellara.handoff.verify.rows.RowSums;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Adds the rounds up, relation by relation. One thread. */
final class Tally {
    private final VerifyPlan plan;
    private final int shownKeys;
    private final Map<Relation, Sum> sums = new LinkedHashMap<>();
    private final List<DivergentRow> shown = new ArrayList<>();
    private final Map<Relation, Long> setAside = new LinkedHashMap<>();
    private int rounds;
    private @Nullable Position since;
    private @Nullable Position boundary;
    private @Nullable Position until;

    private static final class Sum {
        private RowSums source = RowSums.NONE;
        private RowSums target = RowSums.NONE;
        private String form = "";
        private int ranges;
        private long missing;
        private long extra;
        private long different;
        private final Set<Integer> chunks = new TreeSet<>();
    }

    Tally(VerifyPlan plan, int shownKeys) {
        this.plan = plan;
        this.shownKeys = shownKeys;
        plan.schemas().keySet().forEach(relation -> sums.put(relation, new Sum()));
    }

    void take(Round.Result round) {
        rounds++;
        boundary = round.boundary();
        until = round.until();
        if (rounds == 1) {
            since = round.from();
            round.found().forEach(this::read);
        }
        round.judgement().divergent().forEach(this::divergent);
        setAside.clear();
        round.judgement()
                .suspects()
                .forEach(s -> setAside.merge(s.piece().schema().relation(), 1L, Long::sum));
        round.judgement().ranges().forEach(p -> setAside.merge(p.schema().relation(), 1L, Long::sum));
    }

    /** Sums are of the first round, which reads everything that is to be compared. */
    private void read(ComparedTask found) {
        Sum sum = of(found.task().schema().relation());
        sum.source = sum.source.plus(found.compared().source());
        sum.target = sum.target.plus(found.compared().target());
        sum.form = found.form();
        sum.ranges++;
    }

    private void divergent(Piece piece, List<DifferingRow> rows) {
        Sum sum = of(piece.schema().relation());
        sum.chunks.addAll(plan.chunks(piece));
        for (DifferingRow row : rows) {
            switch (row.kind()) {
                case MISSING -> sum.missing++;
                case EXTRA -> sum.extra++;
                case DIFFERENT -> sum.different++;
            }
            if (shown.size() < shownKeys) {
                shown.add(new DivergentRow(piece.schema(), row));
            }
        }
    }

    private Sum of(Relation relation) {
        return java.util.Objects.requireNonNull(sums.get(relation));
    }

    /** Some of the rows that diverge. Their keys are values (R11). */
    List<DivergentRow> shown() {
        return List.copyOf(shown);
    }

    private Verdict verdict() {
        if (sums.values().stream().anyMatch(sum -> !sum.chunks.isEmpty())) {
            return Verdict.DIVERGED;
        }
        return setAside.isEmpty() ? Verdict.VERIFIED : Verdict.INCONCLUSIVE;
    }

    /** Whether divergence is proven: no later round takes it back, not even one that fails. */
    boolean diverges() {
        return verdict() == Verdict.DIVERGED;
    }

    /** @param base the verification that it builds on */
    VerificationOutcome outcome(long id, OptionalLong base) {
        return outcome(id, base, Optional.empty());
    }

    /** @param failure what a later round ended with */
    VerificationOutcome outcome(long id, OptionalLong base, Optional<String> failure) {
        Verdict verdict = verdict();
        long hot = setAside.values().stream().mapToLong(Long::longValue).sum();
        return new VerificationOutcome(
                id,
                verdict,
                Optional.ofNullable(boundary),
                Optional.ofNullable(until),
                rounds,
                hot,
                reason(verdict, hot)
                        .map(text -> text
                                + failure.map(f -> "; a later round failed: " + f)
                                        .orElse("")),
                relations(),
                new VerificationScope(
                        base,
                        Optional.ofNullable(since),
                        sums.values().stream().mapToInt(sum -> sum.ranges).sum(),
                        plan.pieces().size()));
    }

    private Optional<String> reason(Verdict verdict, long hot) {
        return switch (verdict) {
            case DIVERGED -> {
                List<String> parts = new ArrayList<>();
                sums.forEach((relation, sum) -> {
                    if (!sum.chunks.isEmpty()) {
                        parts.add(relation + ": " + sum.missing + " missing, " + sum.extra + " extra, " + sum.different
                                + " different");
                    }
                });
                yield Optional.of(
                        "the target differs in rows that nobody changed meanwhile: " + String.join("; ", parts));
            }
            case INCONCLUSIVE -> Optional.of("keys that changed in every one of " + rounds + " rounds: " + hot);
            default -> Optional.empty();
        };
    }

    private List<VerifiedRelation> relations() {
        List<VerifiedRelation> relations = new ArrayList<>();
        sums.forEach((relation, sum) -> relations.add(new VerifiedRelation(
                relation,
                sum.form,
                sum.source.rows(),
                sum.target.rows(),
                sum.ranges,
                sum.missing,
                sum.extra,
                sum.different,
                setAside.getOrDefault(relation, 0L),
                sum.source.text(),
                sum.target.text(),
                List.copyOf(sum.chunks))));
        return relations;
    }
}
