package io.trellara.handoff.sink;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.coordinate.TargetControl.SinkHalt;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.RunKey;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** Production's sink writer at the simulated target, its time moved by hand. */
public final class SteppedSink {
    private static final SinkWriter.Context CONTEXT = new SinkWriter.Context() {
        @Override
        public long currentWatermark() {
            return Long.MIN_VALUE;
        }

        @Override
        public Long timestamp() {
            return 0L;
        }
    };

    private final SteppedTime time = new SteppedTime();
    private final HandoffSinkWriter writer;

    public SteppedSink(RunKey run, SimulatedTarget target) {
        SinkConfig config = SinkConfig.of(run, new ConnectionConfig("jdbc:postgresql://nowhere/x", "u", "p"));
        this.writer = new HandoffSinkWriter(
                config,
                new Door(run, target),
                time,
                new SinkMetrics(UnregisteredMetricsGroup.createSinkWriterMetricGroup()));
    }

    private record Door(RunKey run, SimulatedTarget target) implements TargetDoor {
        @Override
        public BlockTransactions open() {
            return new SimulatedTransactions(run, target);
        }

        @Override
        public void recordHalt(HandoffException failure) {
            target.halts.add(new SinkHalt(
                    target.halts.size() + 1,
                    failure.code().label(),
                    failure.finding().text()));
        }
    }

    public void write(Block block) {
        writer.write(block, CONTEXT);
    }

    /** At a barrier. */
    public void flush() {
        writer.flush(false);
    }

    /** Time passes, and what has come due is done. */
    public void pass(long millis) {
        try {
            time.advance(millis);
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public void close() {
        writer.close();
    }
}
