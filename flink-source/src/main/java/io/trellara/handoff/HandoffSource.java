package io.trellara.handoff;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.coordinate.CoordinatorMetrics;
import io.trellara.handoff.coordinate.Coordinators;
import io.trellara.handoff.coordinate.TargetControl;
import io.trellara.handoff.emit.BlockDeserializer;
import io.trellara.handoff.emit.RowChange;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.read.FetchSettings;
import io.trellara.handoff.read.HandoffSourceReader;
import io.trellara.handoff.state.CoordinatorState;
import io.trellara.handoff.state.CoordinatorStateSerializer;
import io.trellara.handoff.state.HandoffSplit;
import io.trellara.handoff.state.SplitSerializer;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Copies the configured relations and then follows their changes, without losing or doubling one at the seam.
 *
 * <p>Needs aligned checkpoints in streaming mode; every operator between it and the sink must keep the order of each
 * key, and with {@link #blocks} the order of each lane. Positions and chunks count as durable when a checkpoint
 * completes, so a sink must flush at every checkpoint.
 */
public final class HandoffSource<T> implements Source<T, HandoffSplit, CoordinatorState>, ResultTypeQueryable<T> {
    private static final long serialVersionUID = 1;

    /** Blocks and batches that may wait for the task thread: enough to keep it busy, few enough to bound memory. */
    private static final int BLOCKS_AHEAD = 8;

    private final SourceConfig config;
    private final BlockDeserializer<T> deserializer;
    private final TargetControl.@Nullable Factory target;
    /** Of the coordinators that Flink makes of this source in a JobManager, one after another. */
    private final transient CoordinatorMetrics metrics = new CoordinatorMetrics();

    private HandoffSource(
            SourceConfig config, BlockDeserializer<T> deserializer, TargetControl.@Nullable Factory target) {
        this.config = config;
        this.deserializer = deserializer;
        this.target = target;
    }

    /** A source of blocks for this project's sink, whose target the coordinator prepares, fences and counts by. */
    public static HandoffSource<Block> blocks(SourceConfig config, TargetControl.Factory target) {
        return new HandoffSource<>(config, BlockDeserializer.blocks(), target);
    }

    /**
     * A source of typed rows for any sink. Without this project's sink there is no count of applied rows and no fence
     * at the target: put a {@code PositionGuard} before a sink that upserts.
     */
    public static HandoffSource<RowChange> rows(SourceConfig config) {
        return new HandoffSource<>(config, BlockDeserializer.rows(), null);
    }

    /** A source that arrives in a JobManager has no coordinator there yet. */
    private Object readResolve() {
        return new HandoffSource<>(config, deserializer, target);
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<T, HandoffSplit> createReader(SourceReaderContext context) {
        FetchSettings settings = new FetchSettings(
                Sources.of(config),
                config.copy().blockBytes(),
                BLOCKS_AHEAD,
                config.stream().lanes(),
                config.stream().markIntervalMillis(),
                System::nanoTime);
        return new HandoffSourceReader<>(context, deserializer, settings);
    }

    @Override
    public SplitEnumerator<HandoffSplit, CoordinatorState> createEnumerator(
            SplitEnumeratorContext<HandoffSplit> context) {
        return Coordinators.create(context, config, new JdbcDoors(config, target), Optional.empty(), metrics);
    }

    @Override
    public SplitEnumerator<HandoffSplit, CoordinatorState> restoreEnumerator(
            SplitEnumeratorContext<HandoffSplit> context, CoordinatorState state) {
        return Coordinators.create(context, config, new JdbcDoors(config, target), Optional.of(state), metrics);
    }

    @Override
    public SimpleVersionedSerializer<HandoffSplit> getSplitSerializer() {
        return new SplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<CoordinatorState> getEnumeratorCheckpointSerializer() {
        return new CoordinatorStateSerializer();
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return deserializer.producedType();
    }
}
