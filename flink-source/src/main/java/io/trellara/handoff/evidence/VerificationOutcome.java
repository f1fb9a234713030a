package io.trellara.handoff.evidence;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Position;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a verification ended.
 *
 * @param boundary of its last round's view
 * @param until changes up to here were set aside
 * @param hotKeys keys that stayed undecided
 * @param reason why it is not verified; of a divergence it becomes the run's failure reason
 * @param relations in their order, whatever order they came in
 * @param scope what had to be compared
 */
public record VerificationOutcome(
        long id,
        Verdict verdict,
        Optional<Position> boundary,
        Optional<Position> until,
        int rounds,
        long hotKeys,
        Optional<String> reason,
        List<VerifiedRelation> relations,
        VerificationScope scope) {
    public VerificationOutcome {
        relations = relations.stream()
                .sorted(Comparator.comparing(VerifiedRelation::relation))
                .toList();
        List<VerifiedRelation> differing =
                relations.stream().filter(r -> r.differences() > 0).toList();
        require(id, verdict != Verdict.RUNNING, "the verdict running", "a conclusion");
        require(
                id,
                relations.stream().map(VerifiedRelation::relation).distinct().count() == relations.size(),
                "a relation twice",
                "each relation once");
        if (verdict == Verdict.VERIFIED) {
            require(id, boundary.isPresent(), "verified at no boundary", "the position that it holds at");
            require(id, !relations.isEmpty(), "verified without a relation", "what was compared");
            require(id, differing.isEmpty() && hotKeys == 0, "verified with keys left over", "no difference left");
        }
        if (verdict == Verdict.DIVERGED) {
            require(id, boundary.isPresent(), "a divergence at no boundary", "the position that it was found at");
            require(id, !differing.isEmpty(), "a divergence without a difference", "a relation that differs");
            require(
                    id,
                    differing.stream().noneMatch(r -> r.divergentChunks().isEmpty()),
                    "differences in no chunk",
                    "the chunks that they lie in");
        }
    }

    /** Of a verification that compared everything, of which a later one cannot tell where it began. */
    public VerificationOutcome(
            long id,
            Verdict verdict,
            Optional<Position> boundary,
            Optional<Position> until,
            int rounds,
            long hotKeys,
            Optional<String> reason,
            List<VerifiedRelation> relations) {
        this(id, verdict, boundary, until, rounds, hotKeys, reason, relations, VerificationScope.ALL);
    }

    /** The same counts, of which nothing is proven. */
    public VerificationOutcome inconclusive(String why) {
        return new VerificationOutcome(
                id, Verdict.INCONCLUSIVE, boundary, until, rounds, hotKeys, Optional.of(why), relations, scope);
    }

    /** The rows of the source that were compared. */
    public long comparedRows() {
        return relations.stream().mapToLong(VerifiedRelation::sourceRows).sum();
    }

    /** The reason, or where none is given what was found in each relation that differs. */
    String reasonText() {
        return "verification " + id + ": "
                + reason.orElseGet(() -> relations.stream()
                        .filter(r -> r.differences() > 0)
                        .map(r ->
                                r.relation() + " has " + r.missing() + " rows missing, " + r.extra() + " too many and "
                                        + r.different() + " different, in "
                                        + r.divergentChunks().size() + " chunks")
                        .collect(Collectors.joining("; ")));
    }

    private static void require(long id, boolean holds, String observed, String required) {
        if (!holds) {
            throw HandoffException.bug("verification " + id, observed, required);
        }
    }
}
