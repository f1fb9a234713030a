package io.trellara.handoff.evidence;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Key;
import java.util.ArrayList;
import java.util.List;

/**
 * A key bound as it is stored: a JSON array of strings. Pure. Key bounds are the one exception to R11: the plan cannot
 * be resumed without them.
 */
final class CellText {
    private final String text;
    private int at;

    private CellText(String text) {
        this.text = text;
    }

    /** {@code ["17","a \"b\""]}. */
    static String write(Key key) {
        StringBuilder out = new StringBuilder("[");
        for (String cell : key.cells()) {
            if (out.length() > 1) {
                out.append(',');
            }
            quote(out, cell);
        }
        return out.append(']').toString();
    }

    /** Reads what {@link #write} wrote; anything else is a defect. */
    static Key read(String text) {
        CellText reader = new CellText(text);
        List<String> cells = new ArrayList<>();
        reader.take('[');
        do {
            cells.add(reader.cell());
        } while (reader.next() == ',');
        if (text.charAt(reader.at - 1) != ']' || reader.at != text.length()) {
            throw reader.malformed();
        }
        return new Key(cells);
    }

    /** Appends a JSON string. */
    static void quote(StringBuilder out, String text) {
        out.append('"');
        text.chars().forEach(c -> writeCharacter(out, (char) c));
        out.append('"');
    }

    private static void writeCharacter(StringBuilder out, char c) {
        if (c == '"' || c == '\\') {
            out.append('\\').append(c);
        } else if (c < ' ') {
            out.append("\\u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
        } else {
            out.append(c);
        }
    }

    private String cell() {
        StringBuilder out = new StringBuilder();
        take('"');
        for (char c = next(); c != '"'; c = next()) {
            out.append(c == '\\' ? escaped() : c);
        }
        return out.toString();
    }

    private char escaped() {
        char c = next();
        if (c != 'u') {
            return c;
        }
        int end = at + 4;
        if (end > text.length()) {
            throw malformed();
        }
        char value = (char) Integer.parseInt(text, at, end, 16);
        at = end;
        return value;
    }

    private void take(char expected) {
        if (next() != expected) {
            throw malformed();
        }
    }

    private char next() {
        if (at >= text.length()) {
            throw malformed();
        }
        return text.charAt(at++);
    }

    private HandoffException malformed() {
        return HandoffException.bug("a key bound in snapshot_chunks", "text that ends or differs at " + at, "an array");
    }
}
