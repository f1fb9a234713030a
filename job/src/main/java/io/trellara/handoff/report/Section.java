package io.trellara.handoff.report;

/** A part of the page under a heading. */
record Section(String id, String title, Markup body) {
    Markup markup() {
        return new Markup()
                .open("section", "id", id)
                .element("h2", title)
                .add(body)
                .close();
    }

    /** A sentence where there is nothing to show. */
    static Markup nothing(String text) {
        return new Markup().element("p", text, "class", "quiet");
    }

    /** A sentence under a picture or a table. */
    static Markup note(String text) {
        return new Markup().element("p", text, "class", "note");
    }
}
