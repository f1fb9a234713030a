package io.trellara.handoff.dialect.mysql;

import java.util.Locale;

/**
 * A column as {@code information_schema.columns} has it.
 *
 * @param type {@code COLUMN_TYPE}, such as {@code bigint unsigned}
 * @param charset empty where it has none
 * @param collation empty where it has none
 * @param extra {@code EXTRA}: auto_increment, generated, invisible and the like
 * @param expression of a generated column; empty where it is none
 */
record MysqlColumn(
        String name, String type, String charset, String collation, boolean nullable, String extra, String expression) {

    /** Whether the server computes it: then it is neither copied nor streamed. */
    boolean generated() {
        return !expression.isEmpty();
    }

    /** The type with its collation, as a target's column is declared: {@code varchar(40) COLLATE utf8mb4_0900_bin}. */
    String fullType() {
        return collation.isEmpty() ? type : type + " COLLATE " + collation;
    }

    /** The type's first word in lower case: {@code bigint}. */
    String word() {
        int end = 0;
        while (end < type.length() && Character.isLetterOrDigit(type.charAt(end))) {
            end++;
        }
        return type.substring(0, end).toLowerCase(Locale.ROOT);
    }
}
