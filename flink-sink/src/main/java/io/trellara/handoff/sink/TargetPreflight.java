package io.trellara.handoff.sink;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import io.trellara.handoff.sink.SinkConfig.Existing;
import io.trellara.handoff.sink.types.RelationMapping;
import io.trellara.handoff.sink.types.TargetVersion;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything at the target that stands against a run, found read-only and all at once. */
final class TargetPreflight {
    private static final Logger LOG = LoggerFactory.getLogger(TargetPreflight.class);

    private final SinkConfig config;
    private final Connection connection;
    private final TargetCatalog catalog;
    private final TargetPrivileges privileges;
    private final List<Finding> findings = new ArrayList<>();

    TargetPreflight(SinkConfig config, Connection connection) {
        this.config = config;
        this.connection = connection;
        this.catalog = new TargetCatalog(connection);
        this.privileges = new TargetPrivileges(config, connection);
    }

    /** @param fresh whether no row of the run was copied yet, so that tables must be as the run starts from */
    List<Finding> check(List<RelationSchema> schemas, boolean fresh) throws SQLException {
        findings.addAll(privileges.general());
        for (RelationSchema schema : schemas) {
            Optional<TargetFacts> facts = catalog.find(schema.relation());
            if (facts.isPresent()) {
                present(schema, facts.get(), fresh);
            } else {
                missing(schema, fresh);
            }
        }
        return List.copyOf(findings);
    }

    private void present(RelationSchema schema, TargetFacts facts, boolean fresh) throws SQLException {
        findings.addAll(TargetChecks.of(schema, facts, mapping(schema), config.constraints()));
        List<Finding> refused = privileges.of(schema);
        findings.addAll(refused);
        boolean readable = refused.isEmpty();
        if (readable
                && fresh
                && config.existing() == Existing.REFUSE
                && new TargetPreparation(config, connection).filled(schema)) {
            findings.add(TargetPreparation.notEmpty(schema));
        }
        if (!facts.triggers().isEmpty() && config.constraints() != Constraints.REPLICA) {
            LOG.warn(
                    "run {}: triggers of target table {} fire for every row: {}",
                    config.run(),
                    schema.relation(),
                    facts.triggers());
        }
    }

    private void missing(RelationSchema schema, boolean fresh) throws SQLException {
        if (!fresh || !config.createTables()) {
            findings.add(TargetPreparation.missing(schema));
            return;
        }
        findings.addAll(privileges.toCreate(schema));
        RelationMapping mapping = mapping(schema);
        List<Finding> uncreatable = mapping.uncreatable();
        findings.addAll(uncreatable);
        if (!uncreatable.isEmpty()) {
            return;
        }
        Set<String> unknown = new LinkedHashSet<>();
        for (int i = 0; i < schema.columns().size(); i++) {
            String type = mapping.type(i);
            if (!catalog.knowsType(type)) {
                unknown.add("column " + schema.columns().get(i).name() + " of type " + type);
            }
        }
        for (String column : unknown) {
            findings.add(new Finding(
                    ErrorCode.TARGET_INCOMPATIBLE,
                    schema.relation().toString(),
                    column + ", which the target does not have",
                    "the type at the target, so that the table can be created",
                    "create the type (or its extension) at the target as it is at the source"));
        }
    }

    private RelationMapping mapping(RelationSchema schema) {
        return RelationMapping.of(config.source(), DatabaseKind.POSTGRESQL, TargetVersion.CURRENT, schema);
    }
}
