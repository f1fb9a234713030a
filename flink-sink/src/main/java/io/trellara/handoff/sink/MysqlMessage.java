package io.trellara.handoff.sink;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.RelationSchema;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the names of columns and indexes in MySQL's messages, which hold values too (R11). A column is named only where
 * it is one of the relation's, an index only at the message's end, where no value can be. Pure.
 */
final class MysqlMessage {
    private static final Pattern COLUMN = Pattern.compile("[Cc]olumn '([^']*)'");
    private static final Pattern INDEX = Pattern.compile("for key '([A-Za-z0-9_.$-]+)'$");

    private MysqlMessage() {}

    /** {@code " column name"}, or nothing. */
    static String names(RelationSchema schema, SQLException e) {
        String message = e.getMessage() == null ? "" : e.getMessage();
        String column = "";
        Matcher columns = COLUMN.matcher(message);
        while (columns.find()) {
            String name = columns.group(1).substring(columns.group(1).lastIndexOf('.') + 1);
            if (schema.columns().stream().map(Column::name).anyMatch(name::equals)) {
                column = " column " + name;
            }
        }
        Matcher index = INDEX.matcher(message);
        return column + (index.find() ? " index " + index.group(1) : "");
    }
}
