package io.trellara.handoff.report;

import io.trellara.handoff.evidence.RunWait;
import java.util.List;

/** What the run waits for and has waited for: of each kind the last wait, and all of them together. Pure. */
final class WaitSection {
    private WaitSection() {}

    static Section of(List<RunWait> waits) {
        Markup body = new Markup();
        if (waits.isEmpty()) {
            body.add(Section.nothing("Nothing was waited for longer than a second."));
            return new Section("waits", "Waits", body);
        }
        Table table = new Table("What", "Held by", "Began (UTC)", "Ended (UTC)", "#Waits", "#In all");
        waits.forEach(wait -> table.row(
                Table.cell(wait.what()),
                Table.cell(holder(wait)),
                Table.cell(Amounts.moment(wait.span().since())),
                wait.open()
                        ? Table.pill("seen " + Amounts.moment(wait.span().seenAt()), "busy")
                        : Table.cell(Amounts.moment(wait.span().endedAt())),
                Table.cell(Amounts.count(wait.past().waits())),
                Table.cell(Amounts.millis(wait.past().waitedMillis()))));
        body.add(table.markup());
        body.add(Section.note("The last wait of each kind; in all counts those that have ended."));
        return new Section("waits", "Waits", body);
    }

    private static String holder(RunWait wait) {
        String session =
                wait.session().isPresent() ? "session " + wait.session().getAsLong() : "";
        return wait.transaction()
                        .map(id -> "transaction " + id + (session.isEmpty() ? "" : ", "))
                        .orElse("")
                + session
                + wait.heldSince().map(at -> ", since " + Amounts.moment(at)).orElse("");
    }
}
