package io.trellara.handoff.dialect.mysql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A statement as a list of words: keywords and names, names without their quotes, marks by themselves; literals are one
 * empty word each, comments are gone, but what a version comment holds is executed and stays. Pure.
 */
final class Words {
    /** What a literal leaves behind. */
    private static final Word LITERAL = new Word("", false);

    private final String text;
    private final List<Word> words = new ArrayList<>();
    private int at;

    /** @param quoted a name in quotes, which is no keyword */
    record Word(String text, boolean quoted) {
        boolean is(String keyword) {
            return !quoted && text.equalsIgnoreCase(keyword);
        }
    }

    private Words(String text) {
        this.text = text;
    }

    static List<Word> of(String statement) {
        Words reader = new Words(statement);
        reader.read();
        return reader.words;
    }

    private void read() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (Character.isWhitespace(c)) {
                at++;
            } else if (c == '#' || (text.startsWith("--", at) && endsComment(at + 2))) {
                skipPast("\n");
            } else if (text.startsWith("/*", at)) {
                comment();
            } else if (text.startsWith("*/", at)) {
                at += 2; // the end of a version comment
            } else if (c == '`') {
                words.add(new Word(quoted(c), true));
            } else if (c == '\'' || c == '"') {
                String inside = quoted(c);
                // under ANSI_QUOTES this is a name, else a literal; a name is the careful reading
                words.add(c == '"' ? new Word(inside, true) : LITERAL);
            } else if (wordPart(c)) {
                word();
            } else {
                words.add(new Word(String.valueOf(c), false));
                at++;
            }
        }
    }

    private boolean endsComment(int place) {
        return place >= text.length() || Character.isWhitespace(text.charAt(place));
    }

    private void skipPast(String end) {
        int found = text.indexOf(end, at);
        at = found < 0 ? text.length() : found + end.length();
    }

    private void comment() {
        if (text.startsWith("/*!", at)) {
            at += 3;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
            return;
        }
        skipPast("*/");
    }

    private String quoted(char quote) {
        StringBuilder inside = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '\\' && quote != '`' && at < text.length()) {
                inside.append(text.charAt(at++));
            } else if (c != quote) {
                inside.append(c);
            } else if (at < text.length() && text.charAt(at) == quote) {
                inside.append(c);
                at++;
            } else {
                break;
            }
        }
        return inside.toString();
    }

    private static boolean wordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c >= 0x80;
    }

    private void word() {
        int from = at;
        while (at < text.length() && wordPart(text.charAt(at))) {
            at++;
        }
        words.add(new Word(text.substring(from, at), false));
    }

    /** The first two words where they are plain letters, for a message: never a name or a value. */
    static String title(List<Word> words) {
        StringBuilder title = new StringBuilder();
        for (int i = 0; i < Math.min(2, words.size()); i++) {
            Word word = words.get(i);
            if (word.quoted() || !word.text().chars().allMatch(Character::isLetter)) {
                break;
            }
            title.append(i == 0 ? "" : " ").append(word.text().toUpperCase(Locale.ROOT));
        }
        return title.isEmpty() ? "a statement" : title.toString().strip();
    }
}
