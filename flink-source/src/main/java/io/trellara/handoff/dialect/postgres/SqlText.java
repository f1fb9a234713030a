package io.trellara.handoff.dialect.postgres;

/** Text as SQL. Pure. */
final class SqlText {
    private SqlText() {}

    /** A string literal that means the same whatever {@code standard_conforming_strings} is. */
    static String literal(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("PostgreSQL text holds no NUL");
        }
        String quoted = text.replace("'", "''");
        return text.indexOf('\\') < 0 ? "'" + quoted + "'" : " E'" + quoted.replace("\\", "\\\\") + "'";
    }
}
