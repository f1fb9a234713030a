package io.trellara.handoff.sink;

import io.trellara.handoff.coordinate.TargetControl;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Wait;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The coordinator's door to the target, of whichever kind. Keeps one connection and opens it anew after a failure.
 * Throws TARGET_UNREACHABLE, SINK_TRANSIENT or SINK_WRITE_FAILED.
 */
public final class JdbcTargetControl implements TargetControl {
    /** A sink's transaction is over within this unless its process hangs; flushes take milliseconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final SinkConfig config;
    private final Duration patience;
    private final GenerationFence fence;
    private final TargetDialect target;
    private final TargetConnections connections;

    public JdbcTargetControl(SinkConfig config) {
        this(config, PATIENCE, new SharedRowFence(config.run()));
    }

    /** @param fence what holds the generation; production's, unless a test takes it away */
    JdbcTargetControl(SinkConfig config, Duration patience, GenerationFence fence) {
        this.config = config;
        this.patience = patience;
        this.fence = fence;
        this.target = TargetDialect.of(config);
        this.connections = new TargetConnections(config.connection(), config.run(), "control");
    }

    @Override
    public List<Finding> check(List<RelationSchema> schemas, boolean fresh) {
        try {
            connections.getOrEstablishConnection();
        } catch (SQLException e) {
            return List.of(SinkFailure.asking(
                            connections.place(), e, config.connection().kind())
                    .finding());
        }
        return ask("target", c -> target.check(c, schemas, fresh));
    }

    @Override
    public void prepare(List<RelationSchema> schemas) {
        ask("target tables", c -> {
            target.prepare(c, schemas);
            return true;
        });
    }

    @Override
    public void prepareAdded(List<RelationSchema> schemas, long generation) {
        ask("target tables", c -> {
            target.prepareAdded(c, schemas, fence, generation);
            return true;
        });
    }

    @Override
    public long raiseGeneration() {
        return raiseGeneration(waiting -> {});
    }

    @Override
    public long raiseGeneration(Consumer<Wait> waits) {
        GenerationRow row = new GenerationRow(config.run(), patience, target.generationLock());
        return ask("trellara.sink_generation", connection -> row.raise(connection, waits));
    }

    @Override
    public long erase(RelationSchema schema, List<KeyRange> ranges, long generation) {
        TargetErasure erasure = new TargetErasure(fence, schema, target.erasure(schema));
        return ask(schema.relation().toString(), c -> erasure.erase(c, ranges, generation));
    }

    @Override
    public Map<ChunkAttempt, Long> applied(Collection<ChunkAttempt> attempts) {
        return ask("trellara.sink_applied", c -> rows(c).applied(attempts));
    }

    @Override
    public List<SinkHalt> halts(long afterId) {
        return ask("trellara.halts", c -> rows(c).halts(afterId));
    }

    @Override
    public Optional<Lsn> ledger() {
        return ask("trellara.sink_ledger", c -> rows(c).ledger());
    }

    @Override
    public Optional<Lsn> ledgerEnd() {
        return ask("trellara.sink_ledger", c -> rows(c).ledgerEnd());
    }

    /** The run's generation at the target; empty before the first (R6). */
    public OptionalLong generation() {
        return ask("trellara.sink_generation", c -> rows(c).generation());
    }

    /** Which server the target is. */
    public TargetServer server() {
        return ask("target", c -> TargetServer.read(c, config.connection().kind()));
    }

    @Override
    public void close() {
        connections.close();
    }

    private ControlRows rows(Connection connection) {
        return new ControlRows(connection, config.run());
    }

    private <T> T ask(String object, Question<T> question) {
        try {
            return question.ask(connections.getOrEstablishConnection());
        } catch (SQLException e) {
            connections.closeConnection();
            throw SinkFailure.writing(object, e);
        }
    }

    /** Opens a control at the coordinator. */
    public record Factory(SinkConfig config) implements TargetControl.Factory {
        @Override
        public TargetControl open() {
            return new JdbcTargetControl(config);
        }
    }

    /** What is asked over the connection. */
    @FunctionalInterface
    private interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }
}
