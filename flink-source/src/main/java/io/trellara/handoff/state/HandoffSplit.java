package io.trellara.handoff.state;

import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * What a reader holds: a chunk to read, the stream, or a report not yet acknowledged (flink.md: state is only splits).
 */
public sealed interface HandoffSplit extends SourceSplit {

    /**
     * A claimed chunk. Never part of a reader's state: a lost attempt is claimed again.
     *
     * @param replace whether its rows may exist at the target already
     */
    record ChunkSplit(
            ChunkAttempt attempt, RelationSchema schema, KeyRange range, int wave, ViewTicket view, boolean replace)
            implements HandoffSplit {
        @Override
        public String splitId() {
            return "chunk";
        }

        @Override
        public String toString() {
            return "chunk " + attempt + " wave=" + wave;
        }
    }

    /** The stream; there is exactly one per run. */
    record StreamSplit(StreamPosition position) implements HandoffSplit {
        public static final String ID = "stream";

        @Override
        public String splitId() {
            return ID;
        }

        @Override
        public String toString() {
            return "stream at " + position;
        }
    }

    /** A finished chunk whose report the coordinator has not acknowledged, in the state of a checkpoint. */
    record ReportSplit(DurableReport durable) implements HandoffSplit {
        @Override
        public String splitId() {
            return "report";
        }

        @Override
        public String toString() {
            return "report " + durable.report().attempt();
        }
    }
}
