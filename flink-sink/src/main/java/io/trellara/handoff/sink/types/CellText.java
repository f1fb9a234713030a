package io.trellara.handoff.sink.types;

import java.nio.charset.StandardCharsets;

/** A cell's text, in a line and out of it. Pure. */
final class CellText {
    private CellText() {}

    /** Unescaped; the cell is not NULL. */
    static String plain(byte[] line, int from, int to) {
        byte[] plain = new byte[to - from];
        int size = 0;
        for (int i = from; i < to; i++) {
            plain[size++] = line[i] == '\\' && i + 1 < to ? unescaped(line[++i]) : line[i];
        }
        return new String(plain, 0, size, StandardCharsets.UTF_8);
    }

    private static byte unescaped(byte letter) {
        return switch (letter) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> 0x0B;
            default -> letter;
        };
    }

    static byte[] escaped(String plain) {
        StringBuilder cell = new StringBuilder(plain.length());
        for (int i = 0; i < plain.length(); i++) {
            char c = plain.charAt(i);
            switch (c) {
                case '\\' -> cell.append("\\\\");
                case '\t' -> cell.append("\\t");
                case '\n' -> cell.append("\\n");
                case '\r' -> cell.append("\\r");
                default -> cell.append(c);
            }
        }
        return cell.toString().getBytes(StandardCharsets.UTF_8);
    }
}
