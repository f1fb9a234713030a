package io.trellara.handoff.model;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * MySQL's text form of a GTID set, {@code uuid:1-5:7,uuid:1-3:tag:2}: behind a UUID the server's own intervals, then
 * each tag with its own. Printed like MySQL does, in lower case, but without line breaks.
 */
final class GtidText {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,19}");

    private GtidText() {}

    static GtidSet parse(String text) {
        Map<GtidOrigin, long[]> held = new HashMap<>();
        for (String server : text.split(",", -1)) {
            if (!server.isBlank()) {
                parseServer(server, held);
            }
        }
        return new GtidSet(held);
    }

    private static void parseServer(String text, Map<GtidOrigin, long[]> held) {
        String[] parts = text.split(":", -1);
        GtidOrigin server = GtidOrigin.parse(parts[0]);
        GtidOrigin origin = server;
        boolean expectsInterval = true;
        for (int i = 1; i < parts.length; i++) {
            String part = parts[i].strip();
            if (!part.isEmpty() && Character.isDigit(part.charAt(0))) {
                held.merge(origin, interval(part, text), Intervals::union);
                expectsInterval = false;
            } else if (expectsInterval && i > 1) {
                throw notASet(text);
            } else {
                origin = server.tagged(tag(part, text));
                expectsInterval = true;
            }
        }
        if (expectsInterval) {
            throw notASet(text);
        }
    }

    private static String tag(String part, String text) {
        if (part.isEmpty()) {
            throw notASet(text);
        }
        return part.toLowerCase(Locale.ROOT);
    }

    private static long[] interval(String part, String text) {
        int dash = part.indexOf('-');
        long from = number(dash < 0 ? part : part.substring(0, dash));
        long to = dash < 0 ? from : number(part.substring(dash + 1));
        if (to < from) {
            throw notASet(text);
        }
        return new long[] {from, to + 1};
    }

    /** A transaction's number: at least 1, and below the greatest that MySQL has room for. */
    static long number(String text) {
        String digits = text.strip();
        if (!NUMBER.matcher(digits).matches()) {
            throw notASet(text);
        }
        long number;
        try {
            number = Long.parseLong(digits);
        } catch (NumberFormatException tooLarge) {
            throw notASet(text);
        }
        if (number < 1 || number == Long.MAX_VALUE) {
            throw notASet(text);
        }
        return number;
    }

    private static IllegalArgumentException notASet(String text) {
        return new IllegalArgumentException("'" + text.strip() + "' is not part of a GTID set");
    }

    static String print(GtidSet set) {
        StringBuilder text = new StringBuilder();
        @Nullable UUID server = null;
        for (Map.Entry<GtidOrigin, long[]> each : set.toMap().entrySet()) {
            GtidOrigin origin = each.getKey();
            if (!origin.uuid().equals(server)) {
                text.append(text.isEmpty() ? "" : ",").append(origin.uuid());
                server = origin.uuid();
            }
            if (!origin.tag().isEmpty()) {
                text.append(':').append(origin.tag());
            }
            print(each.getValue(), text);
        }
        return text.toString();
    }

    private static void print(long[] intervals, StringBuilder text) {
        for (int i = 0; i < intervals.length; i += 2) {
            text.append(':').append(intervals[i]);
            if (intervals[i + 1] - 1 > intervals[i]) {
                text.append('-').append(intervals[i + 1] - 1);
            }
        }
    }
}
