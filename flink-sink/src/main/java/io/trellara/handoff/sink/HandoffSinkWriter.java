package io.trellara.handoff.sink;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.MarkBlock;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.jspecify.annotations.Nullable;

/**
 * Applies blocks in the task thread: copied rows as they come, changes after a short linger, everything at a
 * checkpoint's barrier (R4). Whatever fails, fails the task; nothing is dropped or tried again here.
 */
final class HandoffSinkWriter implements SinkWriter<Block> {
    /** A copy whose next block does not come within this ends its transaction, which holds locks. */
    private static final long COPY_IDLE_MILLIS = 500;

    private static final long NEVER = Long.MAX_VALUE;

    private final SinkConfig config;
    private final TargetDoor door;
    private final ProcessingTimeService time;
    private final SinkMetrics metrics;
    private final FlushPace pace;
    private final List<Block> pending = new ArrayList<>();
    /** The newest attempt seen of each chunk. */
    private final Map<ChunkId, Integer> attempts = new HashMap<>();

    private @Nullable BlockTransactions transaction;
    private long generation = -1;
    private long bytes;
    private long changeBytes;
    private long firstChange;
    private long lastCopy;
    private long timer = NEVER;
    private @Nullable ScheduledFuture<?> scheduled;

    HandoffSinkWriter(SinkConfig config, TargetDoor door, ProcessingTimeService time, SinkMetrics metrics) {
        this.config = config;
        this.door = door;
        this.time = time;
        this.metrics = metrics;
        this.pace = new FlushPace(config.flush().lingerMillis());
    }

    @Override
    public void write(Block block, Context context) {
        guarded(() -> accept(block));
    }

    @Override
    public void flush(boolean endOfInput) {
        guarded(this::flush);
    }

    /** Breaks the connection; what is not committed was never promised. */
    @Override
    public void close() {
        if (scheduled != null) {
            scheduled.cancel(false);
        }
        if (transaction != null) {
            transaction.close();
        }
    }

    private void accept(Block block) throws SQLException {
        if (block.generation() != generation) {
            enter(block.generation());
        }
        if (block instanceof CopyBlock copy) {
            copy(copy);
        } else if (block instanceof ChangeBlock changes) {
            change(changes);
        } else if (block instanceof MarkBlock mark) {
            enqueue(mark, 0);
        }
        if (bytes >= config.flush().bytes() || FlushPace.full(changeBytes)) {
            flush();
        } else {
            arm();
        }
    }

    /** Only a restarted source makes blocks of a newer generation; those of an older one come from a replaced task. */
    private void enter(long newer) throws SQLException {
        if (newer < generation) {
            throw SharedRowFence.stale(config.run(), newer, "blocks of generation " + generation);
        }
        flush();
        if (transaction != null) {
            transaction.forgetLedger();
        }
        generation = newer;
    }

    private void copy(CopyBlock block) throws SQLException {
        int attempt = block.attempt().attempt();
        int newest = attempts.getOrDefault(block.attempt().chunk(), attempt);
        if (attempt < newest) {
            // Given up, and overtaken by its successor through another channel: nothing counts on these rows.
            return;
        }
        if (attempt > newest) {
            // Two attempts may hold the same row, which one upsert refuses (21000).
            flush();
        }
        attempts.put(block.attempt().chunk(), attempt);
        BlockTransactions present = transaction();
        present.begin(generation);
        present.copy(block);
        bytes += block.length();
        lastCopy = time.getCurrentProcessingTime();
        metrics.copied(block.rows(), block.length());
    }

    private void change(ChangeBlock block) throws SQLException {
        metrics.changed(block.changes(), block.length());
        if (block.changes() > 0 && ChangeOp.of(block.bytes()[0]) == ChangeOp.TRUNCATE) {
            flush();
            BlockTransactions alone = transaction();
            alone.begin(generation);
            alone.truncate(block);
            alone.commit();
        } else {
            enqueue(block, block.length());
        }
    }

    private void enqueue(Block block, int length) {
        if (pending.isEmpty()) {
            firstChange = time.getCurrentProcessingTime();
        }
        pending.add(block);
        bytes += length;
        changeBytes += length;
    }

    private void flush() throws SQLException {
        BlockTransactions present = transaction;
        if (pending.isEmpty() && (present == null || !present.isOpen())) {
            return;
        }
        present = transaction();
        long start = time.getCurrentProcessingTime();
        present.begin(generation);
        present.apply(pending);
        present.commit();
        long end = time.getCurrentProcessingTime();
        pending.clear();
        pace.flushed(start, end, changeBytes);
        bytes = 0;
        changeBytes = 0;
        metrics.flushed(end - start);
    }

    /** One timer is enough: it fires early at worst and is set again. Its exception fails the task (flink.md). */
    private void arm() {
        long due = due();
        if (due < timer) {
            timer = due;
            scheduled = time.registerTimer(due, this::fired);
        }
    }

    private void fired(long at) {
        if (at < timer) {
            return;
        }
        timer = NEVER;
        guarded(() -> {
            if (due() <= time.getCurrentProcessingTime()) {
                flush();
            }
            arm();
        });
    }

    private long due() {
        long changes = pending.isEmpty() ? NEVER : pace.due(firstChange);
        boolean copying = transaction != null && transaction.isOpen();
        return Math.min(changes, copying ? lastCopy + COPY_IDLE_MILLIS : NEVER);
    }

    private BlockTransactions transaction() throws SQLException {
        if (transaction == null) {
            transaction = door.open();
        }
        return transaction;
    }

    private void guarded(Step step) {
        try {
            step.run();
        } catch (SQLException e) {
            throw failed(SinkFailure.writing(transaction == null ? "target" : transaction.object(), e));
        } catch (HandoffException e) {
            throw failed(e);
        }
    }

    private RuntimeException failed(HandoffException failure) {
        metrics.failed();
        close();
        if (failure.code() == ErrorCode.SINK_TRANSIENT || failure.code() == ErrorCode.GENERATION_STALE) {
            return failure;
        }
        door.recordHalt(failure);
        return new SinkHaltException(failure);
    }

    /** What may fail at the target. */
    @FunctionalInterface
    private interface Step {
        void run() throws SQLException;
    }
}
