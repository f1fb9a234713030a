package io.trellara.handoff.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A rule over evidence rows. Pure.
 *
 * @param name never changes: reports, tests and scripts know it
 * @param says the rule in a sentence
 * @param check reports each row that breaks it
 */
record ProofRule(String name, String says, BiConsumer<ProofEvidence, Found> check) {
    /** A rule that each run, and each run within a run, must keep for itself. */
    static ProofRule ofRun(String name, String says, BiConsumer<RunEvidence, Found> check) {
        return new ProofRule(name, says, (evidence, found) -> evidence.all().forEach(run -> check.accept(run, found)));
    }

    RuleJudgement judge(ProofEvidence evidence) {
        return judgement(name, says, found -> check.accept(evidence, found));
    }

    /** What a check says that is not of the evidence's records. */
    static RuleJudgement judgement(String name, String says, Consumer<Found> check) {
        Found found = new Found(name);
        check.accept(found);
        return new RuleJudgement(name, says, found.violations);
    }

    /** Takes the rows that break a rule. One thread. */
    static final class Found {
        private final String rule;
        private final List<Violation> violations = new ArrayList<>();

        private Found(String rule) {
            this.rule = rule;
        }

        /** Reports the row unless {@code holds}. */
        void require(boolean holds, Named<?> row, String observed, String required) {
            if (!holds) {
                violations.add(new Violation(rule, row.row(), observed, required));
            }
        }
    }
}
