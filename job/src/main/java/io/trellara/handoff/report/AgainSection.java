package io.trellara.handoff.report;

import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import java.util.List;

/** What was copied again, and what operators asked. Chunks are told by their number. Pure. */
final class AgainSection {
    private AgainSection() {}

    static Section of(ReportFacts facts) {
        Markup body = new Markup();
        if (facts.children().isEmpty() && facts.controls().isEmpty()) {
            body.add(Section.nothing("Nothing was copied again, and nothing was asked of the run."));
        }
        if (!facts.children().isEmpty()) {
            body.element("h3", "Runs within the run").add(children(facts.children()));
        }
        if (!facts.controls().isEmpty()) {
            body.element("h3", "Requests").add(controls(facts.controls()));
        }
        return new Section("again", "Copied again, and requests", body);
    }

    private static Markup children(List<ReportFacts.Child> children) {
        Table table = new Table("Run", "Why", "Relation", "State", "#Chunks", "#Rows", "#Erased", "Began (UTC)");
        for (ReportFacts.Child child : children) {
            RunRecord run = child.run().run();
            for (RelationRecord relation : child.part().relations()) {
                table.row(
                        Table.code(run.run().runId()),
                        Table.cell(child.run().kind().text()),
                        Table.cell(relation.relation().toString()),
                        Table.pill(run.state().text().replace('_', ' '), tone(run.state())),
                        Table.cell(relation.chunksCopied() + "/" + relation.chunksTotal()),
                        Table.cell(Amounts.count(relation.copiedRows())),
                        Table.cell(Amounts.count(relation.erasedRows())),
                        Table.cell(Amounts.moment(run.startedAt())));
            }
        }
        return table.markup();
    }

    private static String tone(RunState state) {
        return switch (state) {
            case FAILED_RECOVERABLE -> "bad";
            case STREAM_HANDOFF_READY, STREAMING, VERIFIED -> "good";
            default -> "busy";
        };
    }

    private static Markup controls(List<ControlRecord> controls) {
        Table table = new Table("#Request", "What", "By", "At (UTC)", "Answer", "Answered (UTC)");
        controls.forEach(control -> table.row(
                Table.cell(String.valueOf(control.id())),
                Table.cell(what(control)),
                Table.cell(control.request().requestedBy()),
                Table.cell(Amounts.moment(control.requestedAt())),
                answer(control),
                Table.cell(Amounts.moment(control.answeredAt()))));
        return table.markup();
    }

    private static String what(ControlRecord control) {
        int chunks = control.request().chunks().size();
        return control.request().kind().text().replace('_', ' ')
                + control.request().relation().map(relation -> " " + relation).orElse("")
                + (chunks == 0 ? "" : ", " + Amounts.count(chunks) + (chunks == 1 ? " chunk" : " chunks"));
    }

    private static Markup answer(ControlRecord control) {
        String tone = control.state() == ControlState.DONE
                ? "good"
                : control.state() == ControlState.REFUSED ? "bad" : "busy";
        return Table.pill(control.state().text(), tone)
                .text(control.child().map(run -> " as " + run.runId()).orElse("")
                        + control.reason().map(reason -> " " + reason).orElse(""));
    }
}
