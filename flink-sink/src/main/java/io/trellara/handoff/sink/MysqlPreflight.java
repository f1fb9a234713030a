package io.trellara.handoff.sink;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import io.trellara.handoff.sink.SinkConfig.Existing;
import io.trellara.handoff.sink.types.RelationMapping;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything at a MySQL target that stands against a run, found read-only and all at once. */
final class MysqlPreflight {
    private static final Logger LOG = LoggerFactory.getLogger(MysqlPreflight.class);

    /** A row in its statement must be shorter; the server's own default is four times that. */
    private static final long PACKET = 16 << 20;

    private final SinkConfig config;
    private final Connection connection;
    private final MysqlTargetCatalog catalog;
    private final MysqlPrivileges privileges;
    private final List<Finding> findings = new ArrayList<>();

    MysqlPreflight(SinkConfig config, Connection connection) {
        this.config = config;
        this.connection = connection;
        this.catalog = new MysqlTargetCatalog(connection);
        this.privileges = new MysqlPrivileges(config, connection);
    }

    /** @param fresh whether no row of the run was copied yet, so that tables must be as the run starts from */
    List<Finding> check(List<RelationSchema> schemas, boolean fresh) throws SQLException {
        MysqlServer server = MysqlServer.read(connection);
        if (server.mariaDb() || !server.atLeast(8, 0, 0)) {
            return List.of(setting("version " + server.version(), "MySQL 8.0 or later", "choose another target"));
        }
        server(server);
        constraints();
        findings.addAll(privileges.general());
        for (RelationSchema schema : schemas) {
            RelationMapping mapping = MysqlTables.mapping(config.source(), schema, server);
            Optional<TargetFacts> facts = catalog.find(schema.relation());
            if (facts.isPresent()) {
                present(schema, facts.get(), mapping, fresh);
            } else if (!fresh || !config.createTables()) {
                findings.add(TargetPreparation.missing(schema));
            } else {
                missing(schema, mapping);
            }
        }
        return List.copyOf(findings);
    }

    private void server(MysqlServer server) {
        if (server.readOnly()) {
            findings.add(setting("read_only", "a server that takes writes", "point target.url at the primary"));
        }
        if (!server.warns()) {
            findings.add(MysqlServer.silent());
        }
        if (server.binlogFormat().equals("STATEMENT")) {
            findings.add(setting(
                    "binlog_format STATEMENT",
                    "ROW or MIXED: what is read committed cannot be logged by statement",
                    "SET GLOBAL binlog_format = ROW"));
        }
        if (!server.localInfile()) {
            findings.add(setting(
                            "local_infile OFF",
                            "local_infile ON, so that rows are loaded; they are inserted otherwise, which takes longer",
                            "SET GLOBAL local_infile = ON, or nothing")
                    .asWarning());
        }
        if (server.packet() < PACKET) {
            findings.add(setting(
                            "max_allowed_packet " + server.packet(),
                            "room for twice the longest row of the source",
                            "raise it where rows are long")
                    .asWarning());
        }
    }

    private void constraints() {
        if (config.constraints() == Constraints.DEFERRED) {
            findings.add(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    "target.constraints",
                    "deferred, and a MySQL target, which checks each row at once",
                    "as-is or replica",
                    "set target.constraints: replica, under which foreign keys are not checked"));
        }
    }

    private void present(RelationSchema schema, TargetFacts facts, RelationMapping mapping, boolean fresh)
            throws SQLException {
        findings.addAll(TargetChecks.of(schema, facts, mapping, config.constraints()));
        List<Finding> refused = privileges.of(schema);
        findings.addAll(refused);
        if (refused.isEmpty()
                && fresh
                && config.existing() == Existing.REFUSE
                && new MysqlPreparation(config, connection).filled(schema)) {
            findings.add(TargetPreparation.notEmpty(schema));
        }
        if (!facts.triggers().isEmpty()) {
            LOG.warn(
                    "run {}: triggers of target table {} fire for every row: {}",
                    config.run(),
                    schema.relation(),
                    facts.triggers());
        }
    }

    private void missing(RelationSchema schema, RelationMapping mapping) throws SQLException {
        List<Finding> uncreatable = mapping.uncreatable();
        findings.addAll(uncreatable);
        if (uncreatable.isEmpty()) {
            findings.addAll(privileges.toCreate(schema, MysqlDdl.createTable(schema, mapping)));
        }
    }

    private static Finding setting(String observed, String required, String remedy) {
        return new Finding(ErrorCode.TARGET_SETTING, "target server", observed, required, remedy);
    }
}
