package io.trellara.handoff.config;

import java.util.Optional;

/** The kinds of database that are copied from and to. */
public enum DatabaseKind {
    /** {@code jdbc:postgresql:}. */
    POSTGRESQL,
    /** {@code jdbc:mysql:}. */
    MYSQL;

    /** What its JDBC URLs begin with. */
    private String scheme() {
        return "jdbc:" + text() + ":";
    }

    /** As the evidence spells it. */
    public String text() {
        return switch (this) {
            case POSTGRESQL -> "postgresql";
            case MYSQL -> "mysql";
        };
    }

    /** The kind that a JDBC URL leads to; empty where it is none of these. */
    public static Optional<DatabaseKind> of(String url) {
        for (DatabaseKind kind : values()) {
            if (url.startsWith(kind.scheme())) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
