package io.trellara.handoff.demo;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/**
 * A shop's five relations with everything in them that copying and streaming find hard: keys in far groups, composite,
 * binary and collated text keys, large values, JSON, nulls, tabs, newlines and backslashes; in PostgreSQL's own form
 * NaN, infinite and BC dates, arrays and ranges too. The same sizes give the same rows everywhere.
 *
 * @param form of what database and with what types
 * @param sizes how many rows each relation gets
 */
public record ShopDataset(ShopForm form, ShopSizes sizes) {
    private static final List<Relation> RELATIONS =
            Arrays.stream(ShopRelation.values()).map(ShopRelation::relation).toList();

    /** Rows in one of MySQL's filling transactions: its log is written when one commits. */
    private static final long FILLED_AT_ONCE = 50_000;

    /** PostgreSQL's own form. */
    public ShopDataset(ShopSizes sizes) {
        this(ShopForm.POSTGRESQL, sizes);
    }

    /** The relations, in the order in which the demo names them. */
    public List<Relation> relations() {
        return RELATIONS;
    }

    /**
     * What a target of a kind needs before tables can be created there: the schema, and types that come with no table.
     */
    public String targetTypesSql(DatabaseKind target) {
        return target == form.kind() ? form.text("types") : otherForm(target).text("types");
    }

    private static ShopForm otherForm(DatabaseKind target) {
        return target == DatabaseKind.MYSQL ? ShopForm.MYSQL : ShopForm.PLAIN_POSTGRESQL;
    }

    /** Creates types and tables and fills them, then gathers statistics; the session is in auto-commit. */
    public void create(Connection source) throws SQLException {
        try (Statement statement = source.createStatement()) {
            executeAll(statement, form.text("types"));
            executeAll(statement, form.text("tables"));
            if (form.kind() == DatabaseKind.MYSQL) {
                statement.execute("USE shop"); // names of common table expressions want a database too
                statement.execute("SET SESSION cte_max_recursion_depth = " + FILLED_AT_ONCE);
                statement.execute("SET SESSION group_concat_max_len = 1000000");
            }
        }
        for (Relation relation : RELATIONS) {
            fill(source, relation, sizes.of(relation));
        }
        try (Statement statement = source.createStatement()) {
            for (Relation relation : RELATIONS) {
                statement.execute(
                        switch (form.kind()) {
                            case POSTGRESQL -> "ANALYZE " + relation.quoted();
                            case MYSQL -> "ANALYZE TABLE " + relation;
                        });
            }
        }
    }

    /** Runs a script: comments are lines of their own, and a command ends with a semicolon at a line's end. */
    static void executeAll(Statement statement, String script) throws SQLException {
        for (String command : script.replaceAll("(?m)^--.*\n", "").split(";\n", -1)) {
            if (!command.isBlank()) {
                statement.execute(command);
            }
        }
    }

    private void fill(Connection source, Relation relation, long rows) throws SQLException {
        try (PreparedStatement insert = source.prepareStatement(form.text(relation.name()))) {
            switch (form.kind()) {
                case POSTGRESQL -> {
                    insert.setLong(1, rows);
                    insert.executeUpdate();
                }
                case MYSQL -> {
                    for (long from = 1; from <= rows; from += FILLED_AT_ONCE) {
                        insert.setLong(1, from);
                        insert.setLong(2, Math.min(rows, from + FILLED_AT_ONCE - 1));
                        insert.executeUpdate();
                    }
                }
            }
        }
    }
}
