package io.trellara.handoff.job;

import io.trellara.handoff.HandoffSource;
import io.trellara.handoff.emit.HandoffTypes;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.sink.HandoffSink;
import io.trellara.handoff.sink.JdbcTargetControl;
import io.trellara.handoff.sink.SinkConfig;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The job's graph: source, blocks by lane, sink. */
public final class HandoffJob {
    /** Operator uids; a savepoint finds its state by them, so they never change. */
    public static final String SOURCE_UID = "handoff-source", SINK_UID = "handoff-sink";

    /** Blocks wait for others in a buffer for at most this long; it is part of every change's latency. */
    private static final long BUFFER_TIMEOUT_MILLIS = 5;

    private HandoffJob() {}

    /**
     * Adds the job to {@code env}. Sets no option of the cluster's.
     *
     * @throws io.trellara.handoff.error.HandoffException FLINK_CHECKPOINTING_OFF, FLINK_UNALIGNED, FLINK_BATCH_MODE,
     *     CONFIG_INVALID
     */
    public static void define(StreamExecutionEnvironment env, JobConfig config) {
        FlinkSettings.require(env.getConfiguration(), config.source().copy().waves());
        SinkConfig sink = config.sink();
        DataStream<Block> blocks = env.fromSource(
                        HandoffSource.blocks(config.source(), new JdbcTargetControl.Factory(sink)),
                        WatermarkStrategy.noWatermarks(),
                        "handoff source",
                        HandoffTypes.BLOCK)
                .uid(SOURCE_UID)
                .setBufferTimeout(BUFFER_TIMEOUT_MILLIS);
        // Flink refuses unaligned checkpoints over a custom partitioner, which is half of why it is one (R4); the other
        // half is that lanes spread evenly and stay where they are.
        blocks.partitionCustom((lane, writers) -> lane % writers, new LaneOf())
                .sinkTo(new HandoffSink(sink))
                .name("handoff sink")
                .uid(SINK_UID);
    }
}
