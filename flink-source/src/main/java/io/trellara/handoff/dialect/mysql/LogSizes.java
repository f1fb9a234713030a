package io.trellara.handoff.dialect.mysql;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of a server's binary log at one moment.
 *
 * @param bytes of each, by its number
 */
record LogSizes(SortedMap<Long, Long> bytes) {
    static final LogSizes UNKNOWN = new LogSizes(new TreeMap<>());

    /** Reads the values of {@code SHOW BINARY LOGS}: name, size, and since 8.0.14 whether it is encrypted. */
    static LogSizes of(List<String> values) {
        SortedMap<Long, Long> bytes = new TreeMap<>();
        int width = values.size() > 2 && values.get(2).matches("(?i)yes|no") ? 3 : 2;
        for (int i = 0; i + 1 < values.size(); i += width) {
            bytes.put(BinlogFile.number(values.get(i)), Long.parseLong(values.get(i + 1)));
        }
        return new LogSizes(bytes);
    }

    /** Bytes of log from there to its end at that moment; none where it has come further since. */
    long behind(long file, long offset) {
        long whole =
                bytes.tailMap(file).values().stream().mapToLong(Long::longValue).sum();
        return file == 0 ? 0 : Math.max(0, whole - offset);
    }
}
