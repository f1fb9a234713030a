package io.trellara.handoff.state;

import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.StreamTouches;
import io.trellara.handoff.model.Wait;
import java.util.List;
import org.apache.flink.api.connector.source.SourceEvent;
import org.jspecify.annotations.Nullable;

/** What a reader tells the coordinator. Java-serialized by Flink, and far below its 10 MB limit. */
public sealed interface ReaderEvent extends SourceEvent {

    /**
     * The first word of every reader attempt.
     *
     * @param stream where the stream stood in the restored state, or null where this reader has no stream
     * @param durable reports in the restored checkpoint: durable at once
     */
    record Hello(@Nullable StreamPosition stream, List<DurableReport> durable) implements ReaderEvent {
        private static final long serialVersionUID = 1;
    }

    /**
     * What this reader put into its snapshot of a checkpoint; counts only once that checkpoint has completed.
     *
     * @param stream null where this reader has no stream
     * @param touches the chunks that the stream has touched between its last snapshot, or its begin, and this one;
     *     there where the stream is
     */
    record Snapshot(
            long checkpointId,
            List<ChunkReport> reports,
            @Nullable StreamPosition stream,
            @Nullable StreamTouches touches)
            implements ReaderEvent {
        private static final long serialVersionUID = 1;
    }

    /** What belongs to one copy: the run's own, or that of a run within it. */
    sealed interface OfCopy extends ReaderEvent permits AttemptFailed, ViewOpened, ViewWaits, ViewFailed {}

    /**
     * An attempt that ended early; everything it read has been emitted before.
     *
     * @param viewLost whether the view could no longer be imported
     */
    record AttemptFailed(ChunkAttempt attempt, int wave, boolean viewLost, Finding finding) implements OfCopy {
        private static final long serialVersionUID = 1;
    }

    /** A view of the reader's own is open, as {@link CoordinatorEvent.OpenView} asked. */
    record ViewOpened(int wave, ViewTicket ticket, OwnView.Cost cost) implements OfCopy {
        private static final long serialVersionUID = 1;
    }

    /** The reader's own view could not be opened; another try may do. */
    record ViewFailed(int wave, Finding finding) implements OfCopy {
        private static final long serialVersionUID = 1;
    }

    /** The reader's own view is not open yet; again and again. */
    record ViewWaits(int wave, Wait waitedFor) implements OfCopy {
        private static final long serialVersionUID = 1;
    }

    /**
     * The stream stands, as {@link CoordinatorEvent.Hold} asked.
     *
     * @param reached covers every transaction of which anything was emitted
     */
    record Held(int sequence, Position reached) implements ReaderEvent {
        private static final long serialVersionUID = 1;
    }

    /** The gate is closed, as {@link CoordinatorEvent.Suppress} asked, and all that passed before has been emitted. */
    record Suppressed(int sequence) implements ReaderEvent {
        private static final long serialVersionUID = 1;
    }

    /** The reader has polled again behind a completed checkpoint: the job is not being stopped there. */
    record GoesOn(long checkpointId) implements ReaderEvent {
        private static final long serialVersionUID = 1;
    }

    /** The reader has stopped emitting for a reason that only an operator can clear. */
    record Halt(Finding finding) implements ReaderEvent {
        private static final long serialVersionUID = 1;
    }
}
