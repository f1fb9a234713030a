package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.evidence.RunPlan;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationDigest;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.util.List;
import java.util.Optional;

/**
 * What a verification has proven to differ, to be copied again: exactly the chunks that it named, all of which must be
 * in force still. Refused with VERIFICATION_UNUSABLE.
 */
final class VerifiedRepair {
    private VerifiedRepair() {}

    /** Reads it; blocks. */
    static List<Repair> of(EvidenceReader evidence, RunKey run, RunPlan plan, long id) {
        VerificationRecord verification = require(evidence.verifications(run), run, id);
        List<VerifiedRelation> found = evidence.verifiedRelations(id);
        String digest = VerificationDigest.sha256(verification, found);
        if (!verification.evidenceSha256().equals(Optional.of(digest))) {
            throw unusable(
                    id, "rows that are not those that were recorded", "rows as their digest says", "verify again");
        }
        return found.stream()
                .filter(relation -> relation.differences() > 0)
                .map(relation -> repair(plan, id, relation))
                .toList();
    }

    private static VerificationRecord require(List<VerificationRecord> all, RunKey run, long id) {
        VerificationRecord found = all.stream()
                .filter(verification -> verification.id() == id)
                .findFirst()
                .orElseThrow(() -> unusable(
                        id,
                        "no such verification of run " + run,
                        "one of " + all.stream().map(VerificationRecord::id).toList(),
                        "take its number from handoff status"));
        if (found.verdict() != Verdict.DIVERGED) {
            throw unusable(
                    id,
                    "the verdict " + found.verdict().text(),
                    "a proven divergence",
                    "there is nothing to repair from it");
        }
        return found;
    }

    private static Repair repair(RunPlan plan, long id, VerifiedRelation relation) {
        List<ChunkRecord> all = Repair.chunks(plan, relation.relation());
        List<ChunkRecord> divergent = all.stream()
                .filter(chunk -> relation.divergentChunks().contains(chunk.id().number()))
                .toList();
        Optional<RelationSchema> schema = Optional.ofNullable(plan.schemas().get(relation.relation()));
        if (schema.isEmpty() || divergent.size() != relation.divergentChunks().size()) {
            throw unusable(
                    id,
                    relation.relation() + " has been copied again or removed since",
                    "chunks that are in force",
                    "verify again");
        }
        // Only the source's server can order such keys: the coordinator takes all of the relation, or nothing.
        return new Repair(schema.get(), schema.get().keyComparable() ? divergent : all, all);
    }

    private static HandoffException unusable(long id, String observed, String required, String remedy) {
        return new HandoffException(
                new Finding(ErrorCode.VERIFICATION_UNUSABLE, "verification " + id, observed, required, remedy));
    }
}
