package io.trellara.handoff.report;

import io.trellara.handoff.error.HandoffException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The report of a run as one HTML page that is well-formed XML. It refers to nothing outside of itself and says so to
 * the browser, which then refuses whatever a name in the evidence might try.
 */
public final class ReportPage {
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

    private ReportPage() {}

    /** The page's text. */
    public static String of(ReportFacts facts, ReportContext context) {
        Palette palette = new Palette(facts.own().relations());
        List<Section> sections = List.of(
                StateSection.of(facts.run(), facts.own().transitions()),
                RelationSection.of(facts, palette),
                CopySection.of(facts, palette, context.now()),
                StreamSection.of(facts),
                WaveSection.of(facts.own().waves()),
                WaitSection.of(facts.waits()),
                AgainSection.of(facts),
                VerificationSection.of(facts.verifications()));
        Markup page = new Markup().open("html", "lang", "en", "xmlns", "http://www.w3.org/1999/xhtml");
        head(page, facts);
        page.open("body").open("main").add(HeadSection.of(facts, context)).add(contents(sections));
        sections.forEach(section -> page.add(section.markup()));
        page.element(
                "footer",
                "Made from the evidence in schema trellara alone. No key and no value of a row is in this page. Times are"
                        + " UTC; bytes count in powers of 1024.");
        return "<!DOCTYPE html>\n" + page.close().close().close().written() + "\n";
    }

    private static void head(Markup page, ReportFacts facts) {
        page.open("head")
                .empty("meta", "charset", "utf-8")
                .empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY)
                .empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .empty("meta", "name", "color-scheme", "content", "light dark")
                .element("title", "Handoff report: " + facts.run().run())
                .style(sheet())
                .close();
    }

    private static Markup contents(List<Section> sections) {
        Markup out = new Markup().open("nav");
        sections.forEach(section -> out.element("a", section.title(), "href", "#" + section.id()));
        return out.close();
    }

    private static String sheet() {
        try (InputStream sheet = ReportPage.class.getResourceAsStream("report.css")) {
            if (sheet == null) {
                throw HandoffException.bug("report", "no style sheet beside the program", "report.css");
            }
            return new String(sheet.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
