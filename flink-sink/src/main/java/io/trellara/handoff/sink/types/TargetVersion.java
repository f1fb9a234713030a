package io.trellara.handoff.sink.types;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server's version, as far as types depend on it. */
public record TargetVersion(int major, int minor, int patch) {
    private static final Pattern NUMBERS = Pattern.compile("(\\d+)(?:\\.(\\d+))?(?:\\.(\\d+))?.*");

    /** Newer than anything that a type depends on. */
    public static final TargetVersion CURRENT = new TargetVersion(Integer.MAX_VALUE, 0, 0);

    /** Reads the beginning of what a server calls its version: {@code 8.0.15-debian}. */
    public static TargetVersion parse(String text) {
        Matcher numbers = NUMBERS.matcher(text);
        if (!numbers.matches()) {
            throw new IllegalArgumentException("no version: " + text);
        }
        return new TargetVersion(part(numbers, 1), part(numbers, 2), part(numbers, 3));
    }

    private static int part(Matcher numbers, int group) {
        String digits = numbers.group(group);
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    /** Whether its JSON parser may be wrong in a double's last bits: 8.0.15 is, 9.7 is not. */
    boolean readsJsonSwiftly() {
        return !atLeast(9, 7, 0);
    }

    boolean atLeast(int otherMajor, int otherMinor, int otherPatch) {
        if (major != otherMajor) {
            return major > otherMajor;
        }
        return minor != otherMinor ? minor > otherMinor : patch >= otherPatch;
    }
}
