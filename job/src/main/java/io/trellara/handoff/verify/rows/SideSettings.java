package io.trellara.handoff.verify.rows;

import io.trellara.handoff.config.PostgresSettings;
import io.trellara.handoff.model.Relation;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What decides how a session's values print, and what would end a long read; then how it is planned: a range must cost
 * what its rows cost. Set before each comparison, since the end of a transaction may take it back.
 */
final class SideSettings {
    private static final String[] POSTGRES = {
        PostgresSettings.PRINTING + " SET quote_all_identifiers = off; SET idle_in_transaction_session_timeout = 0;"
                + " SET statement_timeout = 0; SET row_security = off",
        PostgresSettings.rangePlans("SET")
    };

    private static final String[] MYSQL = {
        "SET NAMES utf8mb4",
        "SET SESSION time_zone = '+00:00', sql_mode = '', max_execution_time = 0, net_write_timeout = 31536000,"
                + " sql_select_limit = 18446744073709551615"
    };

    private static final String SHOW_GENERATED_KEYS =
            "SET SESSION show_gipk_in_create_table_and_information_schema = ON";

    private static final int UNKNOWN_VARIABLE = 1193;

    private SideSettings() {}

    static void apply(Side side, Relation relation) {
        try (Statement statement = side.session().createStatement()) {
            switch (side.kind()) {
                case POSTGRESQL -> execute(statement, POSTGRES);
                case MYSQL -> {
                    execute(statement, MYSQL);
                    showGeneratedKeys(statement);
                    enter(side, relation);
                }
            }
        } catch (SQLException e) {
            throw RowsFailure.reading(side.kind().text(), "preparing a session", e);
        }
    }

    private static void execute(Statement statement, String... settings) throws SQLException {
        for (String setting : settings) {
            statement.execute(setting);
        }
    }

    /** Without a database of its own a session may not even name a subquery's answer. */
    private static void enter(Side side, Relation relation) throws SQLException {
        String database = side.session().getCatalog();
        if (database == null || database.isEmpty()) {
            side.session().setCatalog(relation.schema());
        }
    }

    /** Servers before 8.0.30 have no generated keys, and no such variable. */
    private static void showGeneratedKeys(Statement statement) throws SQLException {
        try {
            statement.execute(SHOW_GENERATED_KEYS);
        } catch (SQLException e) {
            if (e.getErrorCode() != UNKNOWN_VARIABLE) {
                throw e;
            }
        }
    }
}
