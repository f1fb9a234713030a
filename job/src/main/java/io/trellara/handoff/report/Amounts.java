package io.trellara.handoff.report;

import io.trellara.handoff.config.Units;
import io.trellara.handoff.model.Position;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Numbers, times and positions as the page shows them. Times are UTC. Pure. */
final class Amounts {
    static final String NONE = "–";

    private static final DateTimeFormatter MOMENT = format("yyyy-MM-dd HH:mm:ss");
    private static final int LONGEST = 80;

    private Amounts() {}

    private static DateTimeFormatter format(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** {@code 950}, {@code 12.3 k}, {@code 4.56 M}. */
    static String shortCount(double number) {
        String[] units = {"", " k", " M", " G", " T"};
        double amount = number;
        int unit = 0;
        while (Math.abs(amount) >= 1000 && unit < units.length - 1) {
            amount /= 1000;
            unit++;
        }
        return trimmed(amount) + units[unit];
    }

    static String bytes(double number) {
        String[] units = {" B", " KB", " MB", " GB", " TB", " PB"};
        double amount = number;
        int unit = 0;
        while (Math.abs(amount) >= 1024 && unit < units.length - 1) {
            amount /= 1024;
            unit++;
        }
        return trimmed(amount) + units[unit];
    }

    static String bytes(long number) {
        return bytes((double) number);
    }

    private static String trimmed(double amount) {
        if (amount == Math.rint(amount) || Math.abs(amount) >= 100) {
            return String.format(Locale.ROOT, "%.0f", amount);
        }
        return String.format(Locale.ROOT, Math.abs(amount) >= 10 ? "%.1f" : "%.2f", amount)
                .replaceFirst("\\.?0+$", "");
    }

    static String millis(double millis) {
        return millis == 0 ? "0" : duration(Duration.ofMillis(Math.round(millis)));
    }

    static String millis(long millis) {
        return millis((double) millis);
    }

    static String duration(Duration duration) {
        boolean brief = duration.compareTo(Duration.ofSeconds(10)) < 0 && duration.toMillis() % 1000 != 0;
        if (brief && duration.compareTo(Duration.ofSeconds(1)) >= 0) {
            return String.format(Locale.ROOT, "%.1fs", duration.toMillis() / 1000.0);
        }
        return Units.shown(duration).replaceFirst(" 0[smh]$", "");
    }

    static String moment(Instant at) {
        return MOMENT.format(at);
    }

    static String moment(Optional<Instant> at) {
        return at.map(MOMENT::format).orElse(NONE);
    }

    /** A set of GTIDs may be of any length: its beginning says which one it is. */
    static String position(Optional<Position> position) {
        String text = position.map(Position::shown).orElse(NONE);
        return text.length() <= LONGEST
                ? text
                : text.substring(0, LONGEST) + "… (" + count(text.length()) + " characters)";
    }
}
