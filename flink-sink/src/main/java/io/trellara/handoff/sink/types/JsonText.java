package io.trellara.handoff.sink.types;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/**
 * A JSON document in normal form: keys in order, numbers without needless digits, no blanks, as few escapes as can be.
 * Two documents that mean the same have the same. Pure.
 */
final class JsonText {
    private static final int MOST_LEVELS = 10_000;

    private final String text;
    private int at;
    private boolean repeats;

    private JsonText(String text) {
        this.text = text;
    }

    /** A document that breaks JSON's rules is an IllegalArgumentException; of equal keys the last one counts. */
    static String normal(String text) {
        return new JsonText(text).document();
    }

    /** Whether an object holds the same key twice. */
    static boolean repeatsKey(String text) {
        JsonText document = new JsonText(text);
        document.document();
        return document.repeats;
    }

    private String document() {
        StringBuilder into = new StringBuilder(text.length());
        value(into, 0);
        blanks();
        require(at == text.length());
        return into.toString();
    }

    private void value(StringBuilder into, int level) {
        require(level < MOST_LEVELS);
        blanks();
        char c = peek();
        if (c == '{') {
            object(into, level);
        } else if (c == '[') {
            array(into, level);
        } else if (c == '"') {
            quoted(string(), into);
        } else if (c == '-' || (c >= '0' && c <= '9')) {
            into.append(number());
        } else {
            into.append(word());
        }
    }

    private void object(StringBuilder into, int level) {
        Map<String, String> members = new TreeMap<>();
        at++;
        blanks();
        while (peek() != '}') {
            String key = string();
            blanks();
            require(peek() == ':');
            at++;
            StringBuilder member = new StringBuilder();
            value(member, level + 1);
            repeats |= members.put(key, member.toString()) != null;
            next('}');
        }
        at++;
        into.append('{');
        members.forEach((key, member) -> {
            into.append(into.charAt(into.length() - 1) == '{' ? "" : ",");
            quoted(key, into);
            into.append(':').append(member);
        });
        into.append('}');
    }

    private void array(StringBuilder into, int level) {
        at++;
        into.append('[');
        blanks();
        while (peek() != ']') {
            value(into, level + 1);
            next(']');
            into.append(peek() == ']' ? "" : ",");
        }
        at++;
        into.append(']');
    }

    /** To the next member or to the end. */
    private void next(char end) {
        blanks();
        if (peek() != end) {
            require(peek() == ',');
            at++;
            blanks();
            require(peek() != end);
        }
    }

    private String string() {
        require(peek() == '"');
        at++;
        StringBuilder plain = new StringBuilder();
        while (peek() != '"') {
            char c = text.charAt(at++);
            plain.append(c == '\\' ? unescaped() : c);
        }
        at++;
        return plain.toString();
    }

    private char unescaped() {
        char letter = peek();
        at++;
        return switch (letter) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                require(at + 4 <= text.length());
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            default -> letter;
        };
    }

    private static void quoted(String plain, StringBuilder into) {
        into.append('"');
        for (int i = 0; i < plain.length(); i++) {
            char c = plain.charAt(i);
            if (c < ' ') {
                into.append(String.format("\\u%04x", (int) c));
            } else {
                into.append(c == '"' || c == '\\' ? "\\" : "").append(c);
            }
        }
        into.append('"');
    }

    private String number() {
        int from = at;
        while (at < text.length() && "0123456789.eE+-".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        BigDecimal number = new BigDecimal(text.substring(from, at));
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toString();
    }

    private String word() {
        for (String word : new String[] {"true", "false", "null"}) {
            if (text.startsWith(word, at)) {
                at += word.length();
                return word;
            }
        }
        throw new IllegalArgumentException("no JSON");
    }

    private void blanks() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        require(at < text.length());
        return text.charAt(at);
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("no JSON");
        }
    }
}
