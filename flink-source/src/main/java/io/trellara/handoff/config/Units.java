package io.trellara.handoff.config;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes durations and sizes as operators write them. */
public final class Units {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|min|h|d)");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})\\s*(b|kb|mb|gb)");

    private Units() {}

    /** Reads {@code 20ms}, {@code 10s}, {@code 5m}, {@code 1h}, {@code 2d}. */
    public static Duration duration(String text) {
        Matcher parts = matched(DURATION, text);
        long amount = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "h" -> Duration.ofHours(amount);
            case "d" -> Duration.ofDays(amount);
            default -> Duration.ofMinutes(amount);
        };
    }

    /** Reads {@code 512b}, {@code 64kb}, {@code 16mb}, {@code 1gb}; powers of 1024. */
    public static long bytes(String text) {
        Matcher parts = matched(SIZE, text);
        long amount = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "b" -> amount;
            case "kb" -> Math.multiplyExact(amount, 1024L);
            case "mb" -> Math.multiplyExact(amount, 1024L * 1024);
            default -> Math.multiplyExact(amount, 1024L * 1024 * 1024);
        };
    }

    /** Writes a number of bytes for people: {@code 812 B}, {@code 64.0 KB}, {@code 1.2 GB}. */
    public static String shownBytes(long bytes) {
        String[] units = {"KB", "MB", "GB", "TB", "PB"};
        if (bytes < 1024) {
            return bytes + " B";
        }
        double amount = bytes / 1024.0;
        int unit = 0;
        while (amount >= 1024 && unit < units.length - 1) {
            amount /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", amount, units[unit]);
    }

    /** Writes a duration for people, in its two largest units: {@code 450ms}, {@code 12s}, {@code 3m 5s}. */
    public static String shown(Duration duration) {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            return duration.toMillis() + "ms";
        }
        long seconds = duration.toSeconds();
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return seconds / 60 + "m " + seconds % 60 + "s";
        }
        if (seconds < 86_400) {
            return seconds / 3600 + "h " + seconds % 3600 / 60 + "m";
        }
        return seconds / 86_400 + "d " + seconds % 86_400 / 3600 + "h";
    }

    private static Matcher matched(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException();
        }
        return matcher;
    }
}
