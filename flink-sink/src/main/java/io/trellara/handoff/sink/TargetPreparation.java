package io.trellara.handoff.sink;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Existing;
import io.trellara.handoff.sink.types.RelationMapping;
import io.trellara.handoff.sink.types.TargetVersion;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the target tables into the state that a run starts from: missing ones are created, filled ones refused or
 * emptied. Whether the run has begun is read from the target itself: a run that has applied anything has rows in
 * {@code sink_applied} or {@code sink_ledger}, and then nothing is refused or emptied any more. Emptying again before
 * that does no harm, so a crash in between needs no memory. To be called after the generation was raised (R6).
 */
final class TargetPreparation {
    private static final Logger LOG = LoggerFactory.getLogger(TargetPreparation.class);

    private final SinkConfig config;
    private final Connection connection;

    TargetPreparation(SinkConfig config, Connection connection) {
        this.config = config;
        this.connection = connection;
    }

    /** In one transaction; throws TARGET_TABLE_MISSING or TARGET_NOT_EMPTY, and has changed nothing then. */
    void run(List<RelationSchema> schemas) throws SQLException {
        run(schemas, new ControlRows(connection, config.run()).begun(), unfenced -> {});
    }

    /**
     * The same of relations to which the run has applied nothing, whatever it has applied to others.
     *
     * @param fence held meanwhile (R6)
     */
    void runAdded(List<RelationSchema> schemas, Fence fence) throws SQLException {
        run(schemas, false, fence);
    }

    /** Keeps others from what is done in a transaction. */
    interface Fence {
        void hold(Connection connection) throws SQLException;
    }

    private void run(List<RelationSchema> schemas, boolean applied, Fence fence) throws SQLException {
        connection.setAutoCommit(false);
        try {
            fence.hold(connection);
            createMissing(schemas);
            if (!applied) {
                empty(schemas);
            }
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** Whether the table holds a row. */
    boolean filled(RelationSchema schema) throws SQLException {
        String sql = "SELECT EXISTS (SELECT FROM " + schema.relation().quoted() + ")";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() && row.getBoolean(1);
        }
    }

    private void createMissing(List<RelationSchema> schemas) throws SQLException {
        TargetCatalog catalog = new TargetCatalog(connection);
        List<Finding> refused = new ArrayList<>();
        for (RelationSchema schema : schemas) {
            if (catalog.find(schema.relation()).isPresent()) {
                continue;
            }
            if (!config.createTables()) {
                refused.add(missing(schema));
                continue;
            }
            if (!schemaExists(schema)) {
                execute(TargetDdl.createSchema(schema));
            }
            execute(TargetDdl.createTable(
                    schema,
                    RelationMapping.of(config.source(), DatabaseKind.POSTGRESQL, TargetVersion.CURRENT, schema)));
            LOG.info("run {}: created target table {}", config.run(), schema.relation());
        }
        refuse(refused);
    }

    /** IF NOT EXISTS would ask for the right to create schemas even where the schema is there. */
    private boolean schemaExists(RelationSchema schema) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT to_regnamespace(quote_ident(?)) IS NOT NULL")) {
            statement.setString(1, schema.relation().schema());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    private void empty(List<RelationSchema> schemas) throws SQLException {
        List<RelationSchema> filled = new ArrayList<>();
        for (RelationSchema schema : schemas) {
            if (config.existing() != Existing.MERGE && filled(schema)) {
                filled.add(schema);
            }
        }
        if (filled.isEmpty()) {
            return;
        }
        if (config.existing() == Existing.REFUSE) {
            refuse(filled.stream().map(TargetPreparation::notEmpty).toList());
        }
        // All at once, the empty ones too: foreign keys among them do not stand in the way then.
        execute("TRUNCATE TABLE "
                + String.join(
                        ", ", schemas.stream().map(s -> s.relation().quoted()).toList()));
        LOG.info(
                "run {}: emptied target tables {}",
                config.run(),
                filled.stream().map(RelationSchema::relation).toList());
    }

    static Finding missing(RelationSchema schema) {
        return new Finding(
                ErrorCode.TARGET_TABLE_MISSING,
                schema.relation().toString(),
                "no such table at the target",
                "one that can hold the relation",
                "create it, or set target.create-tables: true");
    }

    static Finding notEmpty(RelationSchema schema) {
        return new Finding(
                ErrorCode.TARGET_NOT_EMPTY,
                schema.relation().toString(),
                "rows in the target table",
                "an empty table",
                "empty it, or set target.existing: truncate or merge");
    }

    private static void refuse(List<Finding> findings) {
        if (!findings.isEmpty()) {
            throw new HandoffException(findings, null);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
