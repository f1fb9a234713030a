package io.trellara.handoff.sink;

import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A MySQL target. */
record MysqlTarget(SinkConfig config) implements TargetDialect {
    /** Rows of a transaction that erases. */
    private static final int ERASED_AT_ONCE = 10_000;

    @Override
    public TargetWrites open() throws SQLException {
        return new MysqlWrites(MysqlSession.open(config));
    }

    @Override
    public Bookkeeping bookkeeping() {
        return new MysqlBookkeeping();
    }

    @Override
    public List<Finding> check(Connection connection, List<RelationSchema> schemas, boolean fresh) throws SQLException {
        return new MysqlPreflight(config, connection).check(schemas, fresh);
    }

    @Override
    public void prepare(Connection connection, List<RelationSchema> schemas) throws SQLException {
        new MysqlPreparation(config, connection).run(schemas);
    }

    @Override
    public void prepareAdded(
            Connection connection, List<RelationSchema> schemas, GenerationFence fence, long generation)
            throws SQLException {
        new MysqlPreparation(config, connection).runAdded(schemas, fence, generation);
    }

    @Override
    public GenerationLock generationLock() {
        return new MysqlGenerationLock();
    }

    @Override
    public ErasureWindows erasure(RelationSchema schema) {
        return new MysqlErasure(schema, config, ERASED_AT_ONCE);
    }
}
