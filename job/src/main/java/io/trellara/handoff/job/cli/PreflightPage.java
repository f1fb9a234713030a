package io.trellara.handoff.job.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.RunKey;
import java.util.ArrayList;
import java.util.List;

/** What the checks found, for people and for programs. */
final class PreflightPage {
    private static final ObjectMapper JSON = new ObjectMapper();

    private PreflightPage() {}

    static List<String> text(RunKey run, PreflightFindings findings) {
        List<String> lines = new ArrayList<>();
        findings.refusals().forEach(finding -> lines.addAll(block("refused", finding)));
        findings.notes().forEach(finding -> lines.addAll(block("note", finding)));
        lines.add(
                findings.refusals().isEmpty()
                        ? "run " + run + ": nothing stands against it"
                        : "run " + run + ": " + findings.refusals().size() + " to mend before it may start");
        return lines;
    }

    static String json(RunKey run, PreflightFindings findings) {
        ObjectNode root = JSON.createObjectNode();
        root.put("run", run.toString());
        root.put("passed", findings.refusals().isEmpty());
        fill(root.putArray("refusals"), findings.refusals());
        fill(root.putArray("notes"), findings.notes());
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException impossible) {
            throw HandoffException.bug("preflight", "a document that cannot be written", "texts");
        }
    }

    private static List<String> block(String word, Finding finding) {
        return List.of(
                word + "  " + finding.code().label() + ": " + finding.object(),
                "  observed  " + finding.observed(),
                "  required  " + finding.required(),
                "  do        " + finding.remedy());
    }

    private static void fill(ArrayNode array, List<Finding> findings) {
        for (Finding finding : findings) {
            ObjectNode node = array.addObject();
            node.put("code", finding.code().label());
            node.put("object", finding.object());
            node.put("observed", finding.observed());
            node.put("required", finding.required());
            node.put("remedy", finding.remedy());
        }
    }
}
