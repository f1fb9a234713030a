package io.trellara.handoff.read;

import io.trellara.handoff.metrics.HandoffMetrics;
import io.trellara.handoff.model.CopyBlock;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** A reader's counters; task thread. Gauges are read from others. */
final class ReaderMetrics {
    private final Counter rows;
    private final Counter bytes;
    private final Counter forwarded;
    private final Counter suppressed;
    private volatile long replayed;

    private ReaderMetrics(MetricGroup group) {
        rows = group.counter(HandoffMetrics.ROWS_COPIED.metric());
        bytes = group.counter(HandoffMetrics.BYTES_COPIED.metric());
        forwarded = group.counter(HandoffMetrics.CHANGES_FORWARDED.metric());
        suppressed = group.counter(HandoffMetrics.CHANGES_SUPPRESSED.metric());
        gauge(group, HandoffMetrics.CHANGES_REPLAYED, () -> replayed);
    }

    static ReaderMetrics register(MetricGroup group, Fetchers fetchers) {
        gauge(group, HandoffMetrics.STREAM_LAG_BYTES, fetchers::lagBytes);
        gauge(group, HandoffMetrics.FLOOR_WAIT, fetchers::floorWaitMillis);
        return new ReaderMetrics(group);
    }

    private static void gauge(MetricGroup group, HandoffMetrics metric, LongSupplier value) {
        group.gauge(metric.metric(), (Gauge<Long>) value::getAsLong);
    }

    void copied(CopyBlock block) {
        rows.inc(block.rows());
        bytes.inc(block.length());
    }

    void streamed(Fetched.Changes changes) {
        forwarded.inc(changes.forwarded());
        suppressed.inc(changes.suppressed());
        replayed = changes.after().counts().replayed();
    }
}
