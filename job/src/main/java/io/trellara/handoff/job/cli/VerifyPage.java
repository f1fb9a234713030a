package io.trellara.handoff.job.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationOutcome;
import io.trellara.handoff.evidence.VerificationScope;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.verify.DivergentRow;
import io.trellara.handoff.verify.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a verification concluded, for people and for programs. Keys are there only where they were asked for. Pure. */
final class VerifyPage {
    private static final ObjectMapper JSON = new ObjectMapper();

    private VerifyPage() {}

    static List<String> text(RunKey run, Verification.Conclusion concluded) {
        VerificationOutcome outcome = concluded.outcome();
        List<String> lines = new ArrayList<>();
        lines.add("verification " + outcome.id() + " of run " + run + ": "
                + outcome.verdict().text());
        lines.add("  " + scope(outcome));
        outcome.reason().ifPresent(reason -> lines.add("  " + reason));
        lines.add("  view at " + outcome.boundary().map(Position::shown).orElse("no position") + ", changes up to "
                + outcome.until().map(Position::shown).orElse("no position") + " set aside; rounds: "
                + outcome.rounds());
        lines.addAll(Columns.of(table(outcome)));
        concluded.divergent().forEach(row -> lines.add("  " + shown(row)));
        if (outcome.verdict() == Verdict.DIVERGED) {
            lines.add("repair:  ./handoff recopy --from-verification " + outcome.id());
        } else if (outcome.verdict() == Verdict.INCONCLUSIVE) {
            lines.add("these keys change all the time: verify again with more --rounds, or when less is written");
        }
        return lines;
    }

    private static String scope(VerificationOutcome outcome) {
        VerificationScope scope = outcome.scope();
        String base =
                scope.base().isPresent() ? " on verification " + scope.base().getAsLong() : "";
        return scope.mode() + base + ": " + count(scope.compared()) + " of " + count(scope.all()) + " ranges compared";
    }

    private static List<List<String>> table(VerificationOutcome outcome) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "  relation", "source rows", "target rows", "ranges", "missing", "extra", "different", "set aside"));
        for (VerifiedRelation relation : outcome.relations()) {
            rows.add(List.of(
                    "  " + relation.relation(),
                    count(relation.sourceRows()),
                    count(relation.targetRows()),
                    count(relation.chunks()),
                    count(relation.missing()),
                    count(relation.extra()),
                    count(relation.different()),
                    count(relation.setAside())));
        }
        return rows;
    }

    private static String shown(DivergentRow row) {
        return row.schema().relation() + " " + row.row().kind().name().toLowerCase(Locale.ROOT) + " ("
                + String.join(", ", row.schema().keyNames()) + ") = ("
                + String.join(", ", row.row().key().cells()) + ")";
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String json(RunKey run, Verification.Conclusion concluded) {
        VerificationOutcome outcome = concluded.outcome();
        ObjectNode root = JSON.createObjectNode();
        root.put("verification_id", outcome.id());
        root.put("run", run.toString());
        root.put("mode", outcome.scope().mode());
        outcome.scope().base().ifPresentOrElse(base -> root.put("base_id", base), () -> root.putNull("base_id"));
        root.put("ranges_compared", outcome.scope().compared());
        root.put("ranges", outcome.scope().all());
        root.put("verdict", outcome.verdict().text());
        root.put("reason", outcome.reason().orElse(null));
        root.put("boundary", outcome.boundary().map(Position::toString).orElse(null));
        root.put("until", outcome.until().map(Position::toString).orElse(null));
        root.put("rounds", outcome.rounds());
        root.put("hot_keys", outcome.hotKeys());
        relations(root.putArray("relations"), outcome);
        ArrayNode rows = root.putArray("divergent_keys");
        concluded.divergent().forEach(row -> {
            ObjectNode node = rows.addObject();
            node.put("relation", row.schema().relation().toString());
            node.put("kind", row.row().kind().name().toLowerCase(Locale.ROOT));
            ArrayNode key = node.putArray("key");
            row.row().key().cells().forEach(key::add);
        });
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException impossible) {
            throw HandoffException.bug("verify", "a document that cannot be written", "texts and numbers");
        }
    }

    private static void relations(ArrayNode array, VerificationOutcome outcome) {
        for (VerifiedRelation relation : outcome.relations()) {
            ObjectNode node = array.addObject();
            node.put("relation", relation.relation().toString());
            node.put("form", relation.form());
            node.put("source_rows", relation.sourceRows());
            node.put("target_rows", relation.targetRows());
            node.put("ranges", relation.chunks());
            node.put("missing", relation.missing());
            node.put("extra", relation.extra());
            node.put("different", relation.different());
            node.put("set_aside", relation.setAside());
            node.put("source_digest", relation.sourceDigest());
            node.put("target_digest", relation.targetDigest());
            ArrayNode chunks = node.putArray("divergent_chunks");
            relation.divergentChunks().forEach(chunks::add);
        }
    }
}
