package io.trellara.handoff.sink;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Whether the user may do at the target what the sink will do. Read-only. */
final class TargetPrivileges {
    private static final String CONTROL_TABLES = """
            SELECT t.name, to_regclass('trellara.' || t.name) IS NOT NULL,
                   coalesce((SELECT bool_and(has_table_privilege(to_regclass('trellara.' || t.name), p))
                               FROM unnest(t.privileges) p), false), array_to_string(t.privileges, ', ')
              FROM (VALUES ('sink_generation', ARRAY['SELECT', 'INSERT', 'UPDATE']),
                           ('sink_ledger', ARRAY['SELECT', 'INSERT', 'UPDATE']),
                           ('sink_applied', ARRAY['SELECT', 'INSERT', 'UPDATE']),
                           ('halts', ARRAY['SELECT', 'INSERT'])) AS t(name, privileges)
             WHERE to_regnamespace('trellara') IS NULL OR has_schema_privilege('trellara', 'USAGE')""";

    private static final String ON_TABLE = """
            SELECT p FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p
             WHERE NOT has_table_privilege(to_regclass(?), p)
             UNION ALL SELECT 'BYPASSRLS' WHERE row_security_active(to_regclass(?)::oid)""";

    private static final String TO_CREATE = """
            SELECT CASE WHEN to_regnamespace(quote_ident(?)) IS NULL
                        THEN has_database_privilege(current_database(), 'CREATE')
                        ELSE has_schema_privilege(to_regnamespace(quote_ident(?))::oid, 'CREATE')
                             AND has_schema_privilege(to_regnamespace(quote_ident(?))::oid, 'USAGE') END""";

    private final SinkConfig config;
    private final Connection connection;

    TargetPrivileges(SinkConfig config, Connection connection) {
        this.config = config;
        this.connection = connection;
    }

    /** What every run needs: the control tables, temporary tables, and the session's role for replica. */
    List<Finding> general() throws SQLException {
        List<Finding> findings = new ArrayList<>(controlTables());
        if (!holds("SELECT has_database_privilege(current_database(), 'TEMPORARY')")) {
            findings.add(lacking("database", "TEMPORARY"));
        }
        if (config.constraints() == Constraints.REPLICA && !maySetReplica()) {
            findings.add(lacking("parameter session_replication_role", "SET"));
        }
        return findings;
    }

    /** What an existing table needs. */
    List<Finding> of(RelationSchema schema) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        String name = schema.relation().quoted();
        for (String privilege : texts(ON_TABLE, name, name)) {
            findings.add(lacking(schema.relation().toString(), privilege));
        }
        return findings;
    }

    /** What a table that is to be created needs. */
    List<Finding> toCreate(RelationSchema schema) throws SQLException {
        String name = schema.relation().schema();
        boolean may = texts(TO_CREATE, name, name, name).contains("t");
        return may ? List.of() : List.of(lacking("schema " + name, "CREATE"));
    }

    private List<Finding> controlTables() throws SQLException {
        List<Finding> findings = new ArrayList<>();
        int tables = 0;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(CONTROL_TABLES)) {
            while (rows.next()) {
                tables++;
                String table = "trellara." + rows.getString(1);
                if (!rows.getBoolean(2)) {
                    findings.add(new Finding(
                            ErrorCode.EVIDENCE_SCHEMA_MISSING,
                            table,
                            "no such table at the target",
                            "the sink's own tables",
                            "run the migrations of the target (handoff run does it)"));
                } else if (!rows.getBoolean(3)) {
                    findings.add(lacking(table, rows.getString(4)));
                }
            }
        }
        if (tables == 0) {
            findings.add(lacking("schema trellara", "USAGE"));
        }
        return findings;
    }

    private boolean maySetReplica() throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL session_replication_role = replica");
            return true;
        } catch (SQLException e) {
            if (!"42501".equals(e.getSQLState())) {
                throw e;
            }
            return false;
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private boolean holds(String sql) throws SQLException {
        return texts(sql).contains("t");
    }

    private List<String> texts(String sql, String... parameters) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    texts.add(rows.getString(1));
                }
            }
        }
        return texts;
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
