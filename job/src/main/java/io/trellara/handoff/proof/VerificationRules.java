package io.trellara.handoff.proof;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationDigest;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.proof.ProofRule.Found;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules over verifications. Pure. */
final class VerificationRules {
    private VerificationRules() {}

    static List<ProofRule> all() {
        return List.of(
                ProofRule.ofRun(
                        "verification-digest",
                        "A concluded verification and what it found of each relation have the SHA-256 that it recorded.",
                        VerificationRules::digest),
                ProofRule.ofRun(
                        "verification-adds-up",
                        "A verification counts what its relations count, and its verdict is what they say.",
                        VerificationRules::addsUp),
                ProofRule.ofRun(
                        "incremental-on-verified",
                        "An incremental verification builds on one of the same run that was verified and ended before.",
                        VerificationRules::onVerified),
                ProofRule.ofRun(
                        "verified-behind-verification",
                        "A run was verified, or failed by a divergence, only behind a verification with that verdict.",
                        VerificationRules::behind));
    }

    private static void digest(RunEvidence run, Found found) {
        for (Named<Verification> named : run.verifications()) {
            VerificationRecord row = named.value().row();
            Optional<String> expected = row.verdict() == Verdict.RUNNING
                    ? Optional.empty()
                    : Optional.of(VerificationDigest.sha256(row, named.value().found()));
            found.require(
                    row.evidenceSha256().equals(expected),
                    named,
                    "evidence_sha256 " + row.evidenceSha256().orElse("missing"),
                    expected.orElse("none while it runs"));
        }
    }

    private static void addsUp(RunEvidence run, Found found) {
        for (Named<Verification> named : run.verifications()) {
            VerificationRecord row = named.value().row();
            List<VerifiedRelation> relations = named.value().found();
            long rows =
                    relations.stream().mapToLong(VerifiedRelation::sourceRows).sum();
            found.require(
                    row.comparedRows() == rows, named, row.comparedRows() + " rows compared", rows + " by relation");
            found.require(
                    row.finishedAt().isPresent() == (row.verdict() != Verdict.RUNNING)
                            && !row.finishedAt().orElse(row.startedAt()).isBefore(row.startedAt()),
                    named,
                    row.verdict().text() + ", finished at "
                            + row.finishedAt().map(Object::toString).orElse("no time"),
                    "an end after its beginning, once it is concluded");
            int ranges = relations.stream().mapToInt(VerifiedRelation::chunks).sum();
            found.require(
                    row.scope().all() == 0
                            || (row.scope().compared() == ranges
                                    && ranges <= row.scope().all()),
                    named,
                    row.scope().compared() + " of " + row.scope().all() + " ranges compared",
                    ranges + " by relation, and no more than there are");
            boolean bound = row.boundary()
                    .filter(position -> run.boundary()
                            .filter(start -> BoundaryRules.covers(position, start))
                            .isPresent())
                    .isPresent();
            found.require(fits(row, relations, bound), named, observed(row, relations), "what its verdict asks for");
        }
    }

    private static boolean fits(VerificationRecord row, List<VerifiedRelation> relations, boolean bound) {
        long differences = differences(relations);
        return switch (row.verdict()) {
            case VERIFIED -> bound && !relations.isEmpty() && differences == 0 && row.hotKeys() == 0;
            case DIVERGED -> bound && differences > 0;
            case INCONCLUSIVE, FAILED, RUNNING -> true;
        };
    }

    private static long differences(List<VerifiedRelation> relations) {
        return relations.stream().mapToLong(VerifiedRelation::differences).sum();
    }

    private static String observed(VerificationRecord row, List<VerifiedRelation> relations) {
        return row.verdict().text() + " at boundary "
                + row.boundary().map(Object::toString).orElse("missing") + ", " + differences(relations)
                + " differences in " + relations.size() + " relations, " + row.hotKeys() + " keys undecided";
    }

    /** A base has its relations too: what it did not compare is not known by it. */
    private static void onVerified(RunEvidence run, Found found) {
        for (Named<Verification> named : run.verifications()) {
            VerificationRecord row = named.value().row();
            found.require(
                    row.mode().equals(row.scope().mode()),
                    named,
                    "mode " + row.mode() + (row.scope().base().isPresent() ? " with a base" : " without a base"),
                    "a base where it is incremental, and none where it is full");
            if (row.scope().base().isPresent()) {
                long base = row.scope().base().getAsLong();
                found.require(
                        run.verifications().stream()
                                .map(Named::value)
                                .anyMatch(other -> other.row().id() == base && bears(other, named.value())),
                        named,
                        "base " + base,
                        "a verification of the run that was verified, of at least these relations, and had ended when"
                                + " this one began");
            }
        }
    }

    private static boolean bears(Verification base, Verification upon) {
        return base.row().verdict() == Verdict.VERIFIED
                && base.row()
                                .finishedAt()
                                .orElse(Instant.MAX)
                                .compareTo(upon.row().startedAt())
                        <= 0
                && relations(base).containsAll(relations(upon));
    }

    private static Set<Relation> relations(Verification verification) {
        return verification.found().stream().map(VerifiedRelation::relation).collect(Collectors.toSet());
    }

    private static void behind(RunEvidence run, Found found) {
        for (Named<Transition> named : run.moves()) {
            Transition move = named.value();
            if (move.to() == RunState.VERIFIED) {
                require(run, named, Verdict.VERIFIED, found);
            }
            if (move.code().equals(Optional.of(ErrorCode.DIVERGENCE_PROVEN.label()))
                    && move.to() == RunState.FAILED_RECOVERABLE) {
                require(run, named, Verdict.DIVERGED, found);
            }
        }
    }

    private static void require(RunEvidence run, Named<Transition> move, Verdict verdict, Found found) {
        boolean there = run.verifications().stream()
                .map(verification -> verification.value().row())
                .filter(row -> row.verdict() == verdict)
                .flatMap(row -> row.finishedAt().stream())
                .anyMatch(end -> !end.isAfter(move.value().at()));
        found.require(
                there,
                move,
                "a move to " + move.value().to().text() + " at " + move.value().at(),
                "a verification with the verdict " + verdict.text() + " that ended no later");
    }
}
