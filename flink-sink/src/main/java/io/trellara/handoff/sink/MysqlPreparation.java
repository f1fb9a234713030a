package io.trellara.handoff.sink;

import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Existing;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the tables of a MySQL target into the state that a run starts from, as {@link TargetPreparation} does. DDL
 * commits there, and TRUNCATE with it: so what is refused is found before anything is changed, the generation is held
 * by a session of its own while tables are created, and tables are emptied in windows that each hold it (R6).
 */
final class MysqlPreparation {
    private static final Logger LOG = LoggerFactory.getLogger(MysqlPreparation.class);

    private final SinkConfig config;
    private final Connection connection;
    private final MysqlTargetCatalog catalog;

    MysqlPreparation(SinkConfig config, Connection connection) {
        this.config = config;
        this.connection = connection;
        this.catalog = new MysqlTargetCatalog(connection);
    }

    /** Throws TARGET_TABLE_MISSING or TARGET_NOT_EMPTY, and has changed nothing then. */
    void run(List<RelationSchema> schemas) throws SQLException {
        boolean applied = new ControlRows(connection, config.run()).begun();
        run(schemas, applied, (unfenced, generation) -> {}, 0);
    }

    /** The same of relations to which the run has applied nothing, whatever it has applied to others. */
    void runAdded(List<RelationSchema> schemas, GenerationFence fence, long generation) throws SQLException {
        try (TargetConnections holding = new TargetConnections(config.connection(), config.run(), "control")) {
            Connection holder = holding.getOrEstablishConnection();
            holder.setAutoCommit(false);
            fence.hold(holder, generation);
            run(schemas, false, fence, generation);
            holder.rollback();
        }
    }

    private void run(List<RelationSchema> schemas, boolean applied, GenerationFence fence, long generation)
            throws SQLException {
        List<Finding> refused = new ArrayList<>();
        List<RelationSchema> missing = new ArrayList<>();
        List<RelationSchema> filled = new ArrayList<>();
        for (RelationSchema schema : schemas) {
            if (catalog.find(schema.relation()).isEmpty()) {
                missing.add(schema);
            } else if (!applied && config.existing() != Existing.MERGE && filled(schema)) {
                filled.add(schema);
            }
        }
        if (!config.createTables()) {
            missing.forEach(schema -> refused.add(TargetPreparation.missing(schema)));
        }
        if (config.existing() == Existing.REFUSE) {
            filled.forEach(schema -> refused.add(TargetPreparation.notEmpty(schema)));
        }
        if (!refused.isEmpty()) {
            throw new HandoffException(refused, null);
        }
        for (RelationSchema schema : missing) {
            create(schema);
        }
        for (RelationSchema schema : filled) {
            new TargetErasure(fence, schema, new MysqlTarget(config).erasure(schema))
                    .erase(connection, List.of(KeyRange.ALL), generation);
            LOG.info("run {}: emptied target table {}", config.run(), schema.relation());
        }
    }

    /** IF NOT EXISTS would ask for the right to create databases even where the database is there. */
    private void create(RelationSchema schema) throws SQLException {
        if (!catalog.databaseExists(schema.relation().schema())) {
            execute(MysqlDdl.createDatabase(schema.relation()));
        }
        execute(MysqlDdl.createTable(
                schema, MysqlTables.mapping(config.source(), schema, MysqlServer.read(connection))));
        LOG.info("run {}: created target table {}", config.run(), schema.relation());
    }

    /** Whether the table holds a row. */
    boolean filled(RelationSchema schema) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT 1 FROM " + MysqlStatements.table(schema.relation()) + " LIMIT 1")) {
            return row.next();
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
        }
    }
}
