package io.trellara.handoff.report;

import java.util.ArrayList;
import java.util.List;

/** A table with a heading for each column; numbers stand right. One thread. */
final class Table {
    private final List<String> headings;
    private final List<Integer> right;
    private final List<List<Markup>> rows = new ArrayList<>();

    /** @param headings of the columns; one that begins with {@code #} is of numbers */
    Table(String... headings) {
        this.headings = new ArrayList<>();
        this.right = new ArrayList<>();
        for (String heading : headings) {
            if (heading.startsWith("#")) {
                right.add(this.headings.size());
            }
            this.headings.add(heading.startsWith("#") ? heading.substring(1) : heading);
        }
    }

    static Markup cell(String text) {
        return new Markup().text(text);
    }

    static Markup code(String text) {
        return new Markup().element("code", text);
    }

    /** A short word on a ground that says how it is meant: good, bad, busy or plain. */
    static Markup pill(String text, String tone) {
        return new Markup().element("span", text, "class", "pill " + tone);
    }

    Table row(Markup... cells) {
        rows.add(List.of(cells));
        return this;
    }

    Markup markup() {
        Markup out = new Markup();
        out.open("div", "class", "scroll").open("table").open("thead").open("tr");
        for (int i = 0; i < headings.size(); i++) {
            out.element("th", headings.get(i), "scope", "col", "class", side(i));
        }
        out.close().close().open("tbody");
        for (List<Markup> row : rows) {
            out.open("tr");
            for (int i = 0; i < row.size(); i++) {
                out.open("td", "class", side(i)).add(row.get(i)).close();
            }
            out.close();
        }
        return out.close().close().close();
    }

    private String side(int column) {
        return right.contains(column) ? "right" : "left";
    }
}
