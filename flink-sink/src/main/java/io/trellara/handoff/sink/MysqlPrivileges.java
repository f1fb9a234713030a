package io.trellara.handoff.sink;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Whether the user may do at a MySQL target what the sink will do. Asked by explaining it, which needs the same
 * privileges and does nothing: roles and partial revokes would have to be added up otherwise.
 */
final class MysqlPrivileges {
    private static final int NO_TABLE = 1146;
    private static final int NO_DATABASE = 1049;
    private static final Set<Integer> DENIED = Set.of(1142, 1143, 1044, 1227);

    private static final List<String> CONTROL_TABLES =
            List.of("sink_generation", "sink_ledger", "sink_applied", "halts");

    private final SinkConfig config;
    private final Connection connection;

    MysqlPrivileges(SinkConfig config, Connection connection) {
        this.config = config;
        this.connection = connection;
    }

    /** What every run needs: the sink's own tables. */
    List<Finding> general() throws SQLException {
        List<Finding> findings = new ArrayList<>();
        for (String name : CONTROL_TABLES) {
            String table = "trellara." + name;
            List<String> actions = new ArrayList<>(List.of("SELECT", "INSERT"));
            if (!name.equals("halts")) {
                actions.add("UPDATE");
            }
            List<String> lacking = new ArrayList<>();
            boolean missing = false;
            for (String action : actions) {
                int error = explain(statement(action, table, "run_id"));
                missing |= error == NO_TABLE || error == NO_DATABASE;
                if (DENIED.contains(error)) {
                    lacking.add(action);
                }
            }
            if (missing) {
                findings.add(new Finding(
                        ErrorCode.EVIDENCE_SCHEMA_MISSING,
                        table,
                        "no such table at the target",
                        "the sink's own tables",
                        "run the migrations of the target (handoff run does it)"));
            } else if (!lacking.isEmpty()) {
                findings.add(lacking(table, String.join(", ", lacking)));
            }
        }
        return findings;
    }

    /** What an existing table needs. */
    List<Finding> of(RelationSchema schema) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        String table = MysqlStatements.table(schema.relation());
        String column = MysqlStatements.quote(schema.keyNames().get(0));
        for (String action : List.of("SELECT", "INSERT", "UPDATE", "DELETE")) {
            if (DENIED.contains(explain(statement(action, table, column)))) {
                findings.add(lacking(schema.relation().toString(), action));
            }
        }
        return findings;
    }

    /** What a table that is to be created needs: preparing the statement asks for it, and for its types. */
    List<Finding> toCreate(RelationSchema schema, String ddl) throws SQLException {
        int error = attempt(
                "PREPARE handoff_probe FROM '" + ddl.replace("\\", "\\\\").replace("'", "''") + "'");
        if (DENIED.contains(error)) {
            return List.of(lacking("database " + schema.relation().schema(), "CREATE"));
        }
        if (error != 0 && error != NO_DATABASE) {
            return List.of(new Finding(
                    ErrorCode.TARGET_INCOMPATIBLE,
                    schema.relation().toString(),
                    "MySQL error " + error + " for its definition",
                    "types and collations that the target has",
                    "create the table by hand, or choose another target"));
        }
        return List.of();
    }

    private static String statement(String action, String table, String column) {
        return switch (action) {
            case "SELECT" -> "SELECT " + column + " FROM " + table + " WHERE FALSE";
            case "INSERT" -> "INSERT INTO " + table + " () VALUES ()";
            case "UPDATE" -> "UPDATE " + table + " SET " + column + " = " + column + " WHERE FALSE";
            default -> "DELETE FROM " + table + " WHERE FALSE";
        };
    }

    private int explain(String sql) throws SQLException {
        return attempt("EXPLAIN " + sql);
    }

    /** The error's number; 0 for none. */
    private int attempt(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
            return 0;
        } catch (SQLException e) {
            if (e.getErrorCode() == 0) {
                throw e;
            }
            return e.getErrorCode();
        }
    }

    private Finding lacking(String object, String privilege) {
        return new Finding(
                ErrorCode.TARGET_PRIVILEGE,
                object,
                "user " + config.connection().username() + " without " + privilege,
                privilege,
                "grant it to the user");
    }
}
