package io.trellara.handoff.report;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Round marks along an axis, at most a given number of them. Pure. */
final class Axis {
    private static final long[] SECONDS = {
        1,
        2,
        5,
        10,
        15,
        30,
        60,
        120,
        300,
        600,
        900,
        1800,
        3600,
        7200,
        10_800,
        21_600,
        43_200,
        86_400,
        172_800,
        604_800,
        1_209_600,
        2_592_000,
        7_776_000,
        31_536_000
    };
    private static final DateTimeFormatter WITH_SECONDS = format("HH:mm:ss");
    private static final DateTimeFormatter WITH_MINUTES = format("HH:mm");
    private static final DateTimeFormatter DAYS = format("d MMM");
    private static final DateTimeFormatter DAYS_AND_HOURS = format("d MMM HH:mm");

    private Axis() {}

    private static DateTimeFormatter format(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
    }

    /** What the numbers of an axis count. */
    enum Unit {
        COUNT,
        BYTES,
        MILLIS;

        String shown(double value) {
            return switch (this) {
                case COUNT -> Amounts.shortCount(value);
                case BYTES -> Amounts.bytes(value);
                case MILLIS -> Amounts.millis(value);
            };
        }

        /** The smallest round step that reaches {@code max} in {@code marks} steps. */
        double step(double max, int marks) {
            return switch (this) {
                case COUNT -> Math.max(1, decimal(max / marks));
                case BYTES -> binary(max / marks);
                case MILLIS -> time(max / marks);
            };
        }

        private static double decimal(double least) {
            double power = Math.pow(10, Math.floor(Math.log10(Math.max(least, 1e-9))));
            for (double factor : new double[] {1, 2, 5}) {
                if (factor * power >= least) {
                    return factor * power;
                }
            }
            return 10 * power;
        }

        private static double binary(double least) {
            double step = 1;
            while (step < least) {
                step *= 2;
            }
            return step;
        }

        private static double time(double least) {
            if (least < 1000) {
                return Math.max(1, decimal(least));
            }
            for (long seconds : SECONDS) {
                if (seconds * 1000.0 >= least) {
                    return seconds * 1000.0;
                }
            }
            return Math.ceil(least / 31_536_000_000.0) * 31_536_000_000.0;
        }
    }

    /** Marks from 0 to the first one that is not below {@code max}. */
    static List<Double> numbers(double max, Unit unit, int marks) {
        double step = unit.step(Math.max(max, 1), marks);
        List<Double> numbers = new ArrayList<>();
        for (int i = 0; i == 0 || numbers.get(i - 1) < max || i == 1; i++) {
            numbers.add(i * step);
        }
        return numbers;
    }

    /** A mark of time and its text. */
    record Moment(Instant at, String text) {}

    /** Round moments between the two. */
    static List<Moment> moments(Instant from, Instant to, int marks) {
        long span = Math.max(1, Duration.between(from, to).toSeconds());
        long step = SECONDS[SECONDS.length - 1];
        for (int i = SECONDS.length - 1; i >= 0 && SECONDS[i] * marks >= span; i--) {
            step = SECONDS[i];
        }
        while (step * marks < span) {
            step *= 2;
        }
        List<Moment> moments = new ArrayList<>();
        long first = Math.floorDiv(from.toEpochMilli() + step * 1000 - 1, step * 1000) * step;
        for (long second = first; second <= to.getEpochSecond(); second += step) {
            Instant at = Instant.ofEpochSecond(second);
            moments.add(new Moment(at, text(at, step, span)));
        }
        return moments;
    }

    private static String text(Instant at, long step, long span) {
        if (step >= 86_400) {
            return DAYS.format(at);
        }
        if (span > 86_400) {
            return DAYS_AND_HOURS.format(at);
        }
        return step < 60 ? WITH_SECONDS.format(at) : WITH_MINUTES.format(at);
    }
}
