package io.trellara.handoff.proof;

import java.util.List;

/**
 * What a rule says of the evidence.
 *
 * @param rule its name, which never changes
 * @param says the rule in a sentence
 * @param violations empty where it holds
 */
public record RuleJudgement(String rule, String says, List<Violation> violations) {
    public RuleJudgement {
        violations = List.copyOf(violations);
    }

    public boolean holds() {
        return violations.isEmpty();
    }
}
