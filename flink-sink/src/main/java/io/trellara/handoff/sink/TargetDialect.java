package io.trellara.handoff.sink;

import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * What differs between the kinds of target: how it is asked, prepared, written to and fenced. What is written when, and
 * what is counted and remembered of it, is the same for all.
 */
interface TargetDialect {
    /** The one for the configured target. */
    static TargetDialect of(SinkConfig config) {
        return switch (config.connection().kind()) {
            case POSTGRESQL -> new PostgresTarget(config);
            case MYSQL -> new MysqlTarget(config);
        };
    }

    /** Opens what a writer's rows go through. */
    TargetWrites open() throws SQLException;

    /** Writes the sink's own tables. */
    Bookkeeping bookkeeping();

    /** Everything that stands against a run, read-only. */
    List<Finding> check(Connection connection, List<RelationSchema> schemas, boolean fresh) throws SQLException;

    /** Brings the tables into the state that a run starts from. */
    void prepare(Connection connection, List<RelationSchema> schemas) throws SQLException;

    /** The same of relations that come into a run that has begun; holds the generation meanwhile (R6). */
    void prepareAdded(Connection connection, List<RelationSchema> schemas, GenerationFence fence, long generation)
            throws SQLException;

    /** How the run's generation is raised. */
    GenerationLock generationLock();

    /** Deletes a relation's rows window by window. */
    ErasureWindows erasure(RelationSchema schema);
}
