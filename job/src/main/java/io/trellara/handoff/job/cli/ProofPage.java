package io.trellara.handoff.job.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.proof.CheckItem;
import io.trellara.handoff.proof.RuleJudgement;
import io.trellara.handoff.proof.Violation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the rules say of a bundle, and the checks of a run, for people and for programs. */
final class ProofPage {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SHOWN = 20;

    private ProofPage() {}

    static List<String> text(Path file, List<RuleJudgement> judgements) {
        List<String> lines = new ArrayList<>();
        for (RuleJudgement judgement : judgements) {
            lines.add((judgement.holds() ? "holds   " : "broken  ") + judgement.rule() + ": " + judgement.says());
            judgement.violations().stream().limit(SHOWN).forEach(violation -> {
                lines.add("  row       " + violation.row());
                lines.add("  observed  " + violation.observed());
                lines.add("  required  " + violation.required());
            });
            int more = judgement.violations().size() - SHOWN;
            if (more > 0) {
                lines.add("  and " + more + " more");
            }
        }
        long broken =
                judgements.stream().filter(judgement -> !judgement.holds()).count();
        lines.add(
                broken == 0
                        ? "bundle " + file + ": all " + judgements.size() + " rules hold"
                        : "bundle " + file + ": " + broken + " of " + judgements.size() + " rules are broken");
        return lines;
    }

    static String json(Path file, List<RuleJudgement> judgements) {
        ObjectNode root = JSON.createObjectNode();
        root.put("bundle", file.toString());
        root.put("holds", judgements.stream().allMatch(RuleJudgement::holds));
        ArrayNode rules = root.putArray("rules");
        for (RuleJudgement judgement : judgements) {
            ObjectNode rule = rules.addObject();
            rule.put("rule", judgement.rule());
            rule.put("says", judgement.says());
            rule.put("holds", judgement.holds());
            ArrayNode violations = rule.putArray("violations");
            for (Violation violation : judgement.violations()) {
                ObjectNode node = violations.addObject();
                node.put("row", violation.row());
                node.put("observed", violation.observed());
                node.put("required", violation.required());
            }
        }
        return write(root);
    }

    static List<String> checks(String run, List<CheckItem> items) {
        List<String> lines = new ArrayList<>();
        for (CheckItem item : items) {
            String status = item.status().text();
            lines.add(status + " ".repeat(18 - status.length()) + item.check() + ", " + item.object() + ": "
                    + item.observed());
            if (!item.recommendation().isEmpty()) {
                lines.add("  do  " + item.recommendation());
            }
        }
        lines.add("run " + run + ": " + count(items, CheckItem.Status.VERIFIED) + " verified, "
                + count(items, CheckItem.Status.AT_RISK) + " at risk, "
                + count(items, CheckItem.Status.MISSING_EVIDENCE) + " without evidence");
        return lines;
    }

    private static long count(List<CheckItem> items, CheckItem.Status status) {
        return items.stream().filter(item -> item.status() == status).count();
    }

    static String checksJson(String run, List<CheckItem> items) {
        ObjectNode root = JSON.createObjectNode();
        root.put("run", run);
        ArrayNode array = root.putArray("checks");
        for (CheckItem item : items) {
            ObjectNode node = array.addObject();
            node.put("check", item.check());
            node.put("object", item.object());
            node.put("status", item.status().text());
            node.put("observed", item.observed());
            node.put("recommendation", item.recommendation());
        }
        return write(root);
    }

    private static String write(ObjectNode root) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException impossible) {
            throw HandoffException.bug("proof", "a document that cannot be written", "texts");
        }
    }
}
