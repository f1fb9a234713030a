package io.trellara.handoff.report;

import io.trellara.handoff.evidence.HandoffEvent;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.model.Relation;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What was copied of each relation, and how it was handed off. Pure. */
final class RelationSection {
    private static final int FINGERPRINT = 12;

    private RelationSection() {}

    static Section of(ReportFacts facts, Palette palette) {
        if (facts.own().relations().isEmpty()) {
            return new Section("relations", "Relations", Section.nothing("No relation is planned yet."));
        }
        Map<Relation, HandoffEvent> events = facts.own().events().stream()
                .collect(Collectors.toMap(HandoffEvent::relation, Function.identity(), (a, b) -> a));
        Table table = new Table(
                "Relation",
                "State",
                "#Rows",
                "#Bytes",
                "#Chunks",
                "Copied",
                "Watermark",
                "Handed off (UTC)",
                "Contract",
                "Verified");
        for (RelationRecord relation : facts.own().relations()) {
            Optional<HandoffEvent> event = Optional.ofNullable(events.get(relation.relation()));
            table.row(
                    palette.swatch(relation.relation()).text(relation.relation().toString()),
                    Table.pill(relation.state(), tone(relation.state())),
                    Table.cell(Amounts.count(relation.copiedRows())),
                    Table.cell(Amounts.bytes(relation.bytesCopied())),
                    Table.cell(relation.chunksCopied() + "/" + relation.chunksTotal()),
                    bar(relation),
                    Table.code(Amounts.position(relation.watermark())),
                    Table.cell(Amounts.moment(event.map(HandoffEvent::completedAt))),
                    Table.code(fingerprint(relation.schemaFingerprint())),
                    verified(facts, relation.relation()));
        }
        return new Section("relations", "Relations", table.markup());
    }

    private static String tone(String state) {
        return switch (state) {
            case "copied" -> "good";
            case "copying" -> "busy";
            default -> "plain";
        };
    }

    /** How far its chunks are copied, as a bar. */
    private static Markup bar(RelationRecord relation) {
        double share = relation.chunksTotal() == 0 ? 1 : (double) relation.chunksCopied() / relation.chunksTotal();
        String percent = String.format(Locale.ROOT, "%.0f%%", Math.floor(share * 100));
        return new Markup()
                .open("span", "class", "bar", "title", percent)
                .element("span", "", "style", "width:" + percent)
                .close();
    }

    private static String fingerprint(String whole) {
        return whole.length() <= FINGERPRINT ? whole : whole.substring(0, FINGERPRINT) + "…";
    }

    /** What the newest verification that came to an end says of it. */
    private static Markup verified(ReportFacts facts, Relation relation) {
        for (ReportFacts.Verification verification : facts.verifications()) {
            Optional<VerifiedRelation> found = verification.relations().stream()
                    .filter(one -> one.relation().equals(relation))
                    .findFirst();
            if (found.isPresent()) {
                long differences = found.get().differences();
                if (differences > 0) {
                    return Table.pill(Amounts.count(differences) + " rows differ", "bad");
                }
                boolean proven = verification.run().verdict() == Verdict.VERIFIED;
                return Table.pill(proven ? "equal" : "no difference found", proven ? "good" : "plain");
            }
        }
        return Table.cell("not yet");
    }
}
