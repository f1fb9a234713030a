package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.metrics.HandoffMetrics;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/**
 * The gauges of the coordinator that is at work. They outlive it: Flink makes a coordinator anew in the same group,
 * which refuses names that it has and would go on to show the figures of the one that is gone. So they are registered
 * once, and read whichever coordinator came last. Any thread.
 */
public final class CoordinatorMetrics {
    private volatile @Nullable Figures present;
    private boolean registered;

    /** This coordinator is at work from now on; the group is that of all that were before it. */
    synchronized void show(MetricGroup group, Figures coordinator) {
        present = coordinator;
        if (!registered) {
            registered = true;
            register(group);
        }
    }

    private void register(MetricGroup group) {
        gauge(group, HandoffMetrics.RUN_STATE, p -> number(p.outlook().seen().state()));
        gauge(group, HandoffMetrics.CHUNKS_TOTAL, p -> p.copy().tracker().total());
        gauge(group, HandoffMetrics.CHUNKS_COPIED, p -> p.copy().tracker().copied());
        gauge(group, HandoffMetrics.ROWS_DURABLE, p -> p.copy().tracker().copiedRows());
        gauge(group, HandoffMetrics.ROWS_EXPECTED, p -> rowsExpected(p.copy().tracker()));
        gauge(group, HandoffMetrics.COPY_LEFT, p -> known(p.outlook().seen().copyLeftMillis()));
        gauge(group, HandoffMetrics.WAVES_LOST, p -> p.copy().wavesLost());
        gauge(group, HandoffMetrics.VIEW_AGE, p -> p.views().ageMillis());
        gauge(group, HandoffMetrics.LOCK_WAIT, p -> micros(p.views(), OwnView.Cost::waited));
        gauge(group, HandoffMetrics.LOCK_HELD, p -> micros(p.views(), OwnView.Cost::held));
        gauge(group, HandoffMetrics.GENERATION, p -> p.generation().getAsLong());
        gauge(group, HandoffMetrics.CHECKPOINT_AGE, p -> p.checkpoints().ageMillis());
        registerLog(group);
    }

    private void registerLog(MetricGroup group) {
        gauge(
                group,
                HandoffMetrics.DURABLE_LAG_BYTES,
                p -> known(p.outlook().seen().log().behindBytes()));
        gauge(
                group,
                HandoffMetrics.DURABLE_LAG_MILLIS,
                p -> known(p.outlook().seen().log().behindMillis()));
        gauge(
                group,
                HandoffMetrics.RETAINED_LOG_BYTES,
                p -> known(p.outlook().seen().log().keptBytes()));
        gauge(
                group,
                HandoffMetrics.RETAINED_LOG_LIMIT_BYTES,
                p -> known(p.outlook().seen().log().limitBytes()));
        gauge(
                group,
                HandoffMetrics.RETAINED_LOG_LIMIT_MILLIS,
                p -> known(p.outlook().seen().log().limitMillis()));
        gauge(
                group,
                HandoffMetrics.RETAINED_LOG_LEFT,
                p -> known(p.outlook().seen().logLeftMillis()));
    }

    /** Numbers that rules and dashboards go by: they do not change with the order of the states. */
    private static long number(RunState state) {
        return switch (state) {
            case PLANNED -> 0;
            case SLOT_CREATED -> 1;
            case SNAPSHOT_EXPORTED -> 2;
            case COPYING_TABLE -> 3;
            case COPY_COMPLETE -> 4;
            case STREAM_HANDOFF_READY -> 5;
            case STREAMING -> 6;
            case VERIFIED -> 7;
            case FAILED_RECOVERABLE -> 8;
        };
    }

    /** Chunks are of about equal size, so those that are missing are expected to be like those that are there. */
    private static long rowsExpected(ChunkTracker chunks) {
        int copied = chunks.copied();
        return copied == 0 ? -1 : Math.round((double) chunks.copiedRows() / copied * chunks.total());
    }

    private static long known(OptionalLong figure) {
        return figure.orElse(-1);
    }

    private static long micros(ViewKeeper views, Function<OwnView.Cost, Duration> part) {
        return views.lastCost().map(part).map(Duration::toNanos).orElse(0L) / 1000;
    }

    private void gauge(MetricGroup group, HandoffMetrics metric, ToLongFunction<Figures> value) {
        group.gauge(metric.metric(), (Gauge<Long>) () -> {
            Figures at = present;
            return at == null ? -1 : value.applyAsLong(at);
        });
    }
}
