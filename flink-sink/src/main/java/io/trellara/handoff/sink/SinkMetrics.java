package io.trellara.handoff.sink;

import io.trellara.handoff.metrics.HandoffMetrics;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;

/** The sink's numbers, in Flink's own names where there are some. Task thread; gauges are read from others. */
final class SinkMetrics {
    private final Counter blocks;
    private final Counter bytes;
    private final Counter errors;
    private final Counter rows;
    private final Counter changes;
    private final Counter flushes;
    private volatile long lastFlushMillis;

    SinkMetrics(SinkWriterMetricGroup group) {
        blocks = group.getNumRecordsSendCounter();
        bytes = group.getNumBytesSendCounter();
        errors = group.getNumRecordsSendErrorsCounter();
        rows = group.counter(HandoffMetrics.ROWS_APPLIED.metric());
        changes = group.counter(HandoffMetrics.CHANGES_APPLIED.metric());
        flushes = group.counter(HandoffMetrics.FLUSHES.metric());
        group.setCurrentSendTimeGauge(() -> lastFlushMillis);
    }

    void copied(int count, int length) {
        blocks.inc();
        rows.inc(count);
        bytes.inc(length);
    }

    void changed(int count, int length) {
        blocks.inc();
        changes.inc(count);
        bytes.inc(length);
    }

    void flushed(long millis) {
        flushes.inc();
        lastFlushMillis = millis;
    }

    void failed() {
        errors.inc();
    }
}
