package io.trellara.handoff.report;

import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.evidence.VerifiedRelation;
import java.time.Duration;
import java.util.List;

/** Every verification, and the drift that it found in each relation. Pure. */
final class VerificationSection {
    private static final int DIGEST = 16;

    private VerificationSection() {}

    static Section of(List<ReportFacts.Verification> verifications) {
        Markup body = new Markup();
        if (verifications.isEmpty()) {
            body.add(
                    Section.nothing(
                            "The target was not compared with the source yet: ./handoff verify compares both while they are written."));
        }
        verifications.forEach(verification -> body.add(one(verification)));
        return new Section("verification", "Verification", body);
    }

    private static Markup one(ReportFacts.Verification verification) {
        VerificationRecord run = verification.run();
        Markup out = new Markup().open("article");
        out.open("h3")
                .text("Verification " + run.id() + " ")
                .add(Table.pill(run.verdict().text(), tone(run.verdict())))
                .close();
        out.element("p", words(run), "class", "note");
        run.reason().ifPresent(reason -> out.element("p", reason));
        if (!verification.relations().isEmpty()) {
            out.add(relations(verification.relations()));
        }
        return out.close();
    }

    private static String mode(VerificationRecord run) {
        return run.mode()
                + (run.scope().base().isPresent()
                        ? " on verification " + run.scope().base().getAsLong()
                        : "");
    }

    private static String words(VerificationRecord run) {
        String lasted = run.finishedAt()
                .map(at -> ", for " + Amounts.duration(Duration.between(run.startedAt(), at)))
                .orElse(", not concluded");
        return mode(run) + ", by " + run.requestedBy() + ", from " + Amounts.moment(run.startedAt()) + " UTC" + lasted
                + "; " + Amounts.count(run.comparedRows()) + " rows compared in "
                + (run.scope().all() == 0
                        ? ""
                        : Amounts.count(run.scope().compared()) + " of "
                                + Amounts.count(run.scope().all()) + " ranges and ")
                + Amounts.count(run.rounds())
                + (run.rounds() == 1 ? " round" : " rounds") + ", boundary " + Amounts.position(run.boundary())
                + (run.hotKeys() == 0 ? "" : "; " + Amounts.count(run.hotKeys()) + " keys stayed hot")
                + run.evidenceSha256()
                        .map(sum -> "; evidence SHA-256 " + beginning(sum))
                        .orElse("");
    }

    private static Markup relations(List<VerifiedRelation> relations) {
        Table table = new Table(
                "Relation",
                "#Source rows",
                "#Target rows",
                "#Missing",
                "#Extra",
                "#Different",
                "#Set aside",
                "Drift",
                "Digest at the source");
        relations.forEach(relation -> table.row(
                Table.cell(relation.relation().toString()),
                Table.cell(Amounts.count(relation.sourceRows())),
                Table.cell(Amounts.count(relation.targetRows())),
                Table.cell(Amounts.count(relation.missing())),
                Table.cell(Amounts.count(relation.extra())),
                Table.cell(Amounts.count(relation.different())),
                Table.cell(Amounts.count(relation.setAside())),
                drift(relation),
                Table.code(beginning(relation.sourceDigest()))));
        return table.markup();
    }

    private static Markup drift(VerifiedRelation relation) {
        if (relation.differences() == 0) {
            return Table.pill("none", "good");
        }
        int chunks = relation.divergentChunks().size();
        return Table.pill(Amounts.count(relation.differences()) + " rows", "bad")
                .text(chunks == 0 ? "" : " in " + Amounts.count(chunks) + (chunks == 1 ? " chunk" : " chunks"));
    }

    private static String beginning(String digest) {
        return digest.length() <= DIGEST ? digest : digest.substring(0, DIGEST) + "…";
    }

    private static String tone(Verdict verdict) {
        return switch (verdict) {
            case VERIFIED -> "good";
            case DIVERGED, FAILED -> "bad";
            case INCONCLUSIVE, RUNNING -> "busy";
        };
    }
}
