package io.trellara.handoff.proof;

import java.util.List;
import java.util.stream.Stream;

/** Every rule, in the order in which they are told. Pure. */
final class ProofRules {
    private static final List<ProofRule> ALL = Stream.of(
                    MoveRules.all(),
                    BoundaryRules.all(),
                    ChunkRules.all(),
                    HandoffRules.all(),
                    ChildRules.all(),
                    VerificationRules.all())
            .flatMap(List::stream)
            .toList();

    private ProofRules() {}

    static List<ProofRule> all() {
        return ALL;
    }

    /** What every rule says. */
    static List<RuleJudgement> judge(ProofEvidence evidence) {
        return ALL.stream().map(rule -> rule.judge(evidence)).toList();
    }
}
