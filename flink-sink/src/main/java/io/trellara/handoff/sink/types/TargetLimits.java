package io.trellara.handoff.sink.types;

import java.nio.charset.StandardCharsets;

/** What a kind of database admits as a name, a key and a row. */
enum TargetLimits {
    POSTGRESQL(63, "bytes") {
        @Override
        int nameLength(String name) {
            return name.getBytes(StandardCharsets.UTF_8).length;
        }
    },
    MYSQL(64, "characters") {
        @Override
        int nameLength(String name) {
            return name.codePointCount(0, name.length());
        }
    };

    private final int longestName;
    private final String unit;

    TargetLimits(int longestName, String unit) {
        this.longestName = longestName;
        this.unit = unit;
    }

    /** What is to be required of names: {@code at most 63 bytes}. */
    String names() {
        return "at most " + longestName + " " + unit;
    }

    boolean admits(String name) {
        return nameLength(name) <= longestName;
    }

    abstract int nameLength(String name);
}
