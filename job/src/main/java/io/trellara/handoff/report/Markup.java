package io.trellara.handoff.report;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * HTML that is XML as well, as it is written. Names of elements and attributes are ours; every text and every value is
 * escaped, and what XML cannot hold is replaced. One thread.
 */
final class Markup {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Opens an element; {@code attributes} are names and values in turn. */
    Markup open(String name, String... attributes) {
        start(name, attributes);
        out.append('>');
        open.push(name);
        return this;
    }

    /** Closes the element that was opened last. */
    Markup close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    Markup text(String text) {
        escape(text);
        return this;
    }

    /** A whole element with a text in it. */
    Markup element(String name, String text, String... attributes) {
        return open(name, attributes).text(text).close();
    }

    /** An element that never has anything in it, as {@code meta}, {@code br} and SVG's shapes. */
    Markup empty(String name, String... attributes) {
        start(name, attributes);
        out.append("/>");
        return this;
    }

    /** What another one has written. */
    Markup add(Markup other) {
        out.append(other.written());
        return this;
    }

    /** Our own style sheet, in which browsers know no escapes. */
    Markup style(String sheet) {
        if (sheet.indexOf('<') >= 0 || sheet.indexOf('&') >= 0) {
            throw new IllegalArgumentException("a style sheet that is no XML text");
        }
        out.append("<style>").append(sheet).append("</style>");
        return this;
    }

    /** All of it; every element must be closed. */
    String written() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("open: " + open);
        }
        return out.toString();
    }

    private void start(String name, String... attributes) {
        out.append('<').append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1]);
            out.append('"');
        }
    }

    private void escape(String text) {
        text.codePoints().forEach(this::escape);
    }

    private void escape(int c) {
        switch (c) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '"' -> out.append("&quot;");
            case '\'' -> out.append("&#39;");
            default -> out.appendCodePoint(holds(c) ? c : 0xFFFD);
        }
    }

    /** The characters of XML 1.0. */
    private static boolean holds(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || (c >= 0x20 && c <= 0xD7FF)
                || (c >= 0xE000 && c <= 0xFFFD)
                || c >= 0x10000;
    }
}
