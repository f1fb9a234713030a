package io.trellara.handoff.proof;

import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.evidence.VerifiedRelation;
import java.util.List;

/** A verification and what it found of each relation. */
record Verification(VerificationRecord row, List<Named<VerifiedRelation>> relations) {
    Verification {
        relations = List.copyOf(relations);
    }

    List<VerifiedRelation> found() {
        return relations.stream().map(Named::value).toList();
    }
}
