package io.trellara.handoff.dialect.mysql;

/** The names of the files that the log consists of: a base, a dot, and a number that counts up. */
final class BinlogFile {
    private BinlogFile() {}

    static long number(String name) {
        String digits = name.substring(name.lastIndexOf('.') + 1);
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw BinlogFailures.malformed("a log file whose name does not end in a number");
        }
    }
}
