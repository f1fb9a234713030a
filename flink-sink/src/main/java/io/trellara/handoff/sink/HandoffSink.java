package io.trellara.handoff.sink;

import io.trellara.handoff.model.Block;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Applies a run's blocks to its target. Blocks come by lane ({@code partitionCustom((lane, n) -> lane % n)}), under
 * aligned checkpoints. Stateless in Flink: generation, counts and ledger are at the target.
 */
public final class HandoffSink implements Sink<Block> {
    private static final long serialVersionUID = 1;

    private final SinkConfig config;

    public HandoffSink(SinkConfig config) {
        this.config = config;
    }

    @Override
    public SinkWriter<Block> createWriter(WriterInitContext context) {
        return new HandoffSinkWriter(
                config,
                new JdbcTargetDoor(config, WriterRules.of(config.run())),
                context.getProcessingTimeService(),
                new SinkMetrics(context.metricGroup()));
    }
}
