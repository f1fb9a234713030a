package io.trellara.handoff.state;

import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.PlannedChunk;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.api.connector.source.SourceEvent;
import org.jspecify.annotations.Nullable;

/** What the coordinator tells a reader; first in, first out per reader. */
public sealed interface CoordinatorEvent extends SourceEvent {

    /** All readers are known and the generation is raised: blocks may be made under it. */
    record Welcome(long generation) implements CoordinatorEvent {
        private static final long serialVersionUID = 1;
    }

    /**
     * A part of the gate for the reader that has, or is about to get, the stream: pages stay far below the size of an
     * event (flink.md: larger ones vanish).
     *
     * @param ranges what is copied
     * @param chunks those in force, copied or not, by which the stream notes what it touches
     */
    record GatePage(int sequence, List<RelationSchema> schemas, List<CopiedRange> ranges, List<PlannedChunk> chunks)
            implements CoordinatorEvent {
        private static final long serialVersionUID = 1;
    }

    /**
     * The gate is complete after {@code pages} pages: the stream may start, at the newer of its state and
     * {@code durable}.
     *
     * @param identity the source that the run is bound to (R8)
     * @param durable the stream position in the evidence
     * @param floor null: no floor
     * @param atMark whether a stream in the reader's state goes on at its mark, because the source has been promoted:
     *     what it knows beyond, by keepalives, may be of a timeline that was left (R8)
     */
    record ReleaseStream(
            int pages,
            String identity,
            Position durable,
            @Nullable Position floor,
            boolean atMark) implements CoordinatorEvent {
        private static final long serialVersionUID = 1;
    }

    /**
     * One message (R2): chunks that became copied, then the floor, then what the evidence now holds.
     *
     * @param copied empty where none did
     * @param floor null: no floor
     * @param acknowledge the stream position that the evidence holds, of which the slot may be told (R7); null: no news
     */
    record Grant(
            List<CopiedRange> copied,
            @Nullable Position floor,
            @Nullable Position acknowledge) implements CoordinatorEvent {
        private static final long serialVersionUID = 1;
    }

    /**
     * The stream stands where it is until the next grant, and says where: a new wave's floor will cover that (R2).
     *
     * @param sequence comes back in {@link ReaderEvent.Held}
     */
    record Hold(int sequence) implements CoordinatorEvent {
        private static final long serialVersionUID = 1;
    }

    /**
     * The gate is closed for these ranges, which are to be copied again, until they are granted anew.
     *
     * @param sequence comes back in {@link ReaderEvent.Suppressed}
     */
    record Suppress(int sequence, List<SuppressedRange> ranges) implements CoordinatorEvent {
        private static final long serialVersionUID = 1;
    }

    /**
     * The reader opens a view for itself, where views are not shared, and says so by {@link ReaderEvent.ViewOpened}
     * before it is given a chunk of the wave.
     *
     * @param identity the source that the run is bound to (R8)
     * @param floor the view's boundary must cover it (R2)
     * @param relations the only ones that the view serves
     */
    record OpenView(int wave, String identity, Position floor, List<Relation> relations) implements CoordinatorEvent {
        private static final long serialVersionUID = 1;
    }

    /** A range of keys of a relation. */
    record SuppressedRange(Relation relation, KeyRange range) implements Serializable {
        private static final long serialVersionUID = 1;
    }

    /** These reports are in the evidence; the reader may forget them. */
    record Recorded(List<ChunkAttempt> attempts) implements CoordinatorEvent {
        private static final long serialVersionUID = 1;
    }

    /**
     * The wave is over: the reader closes its session in its view.
     *
     * @param abort whether a read under way is broken off, because somebody waits behind its locks (R12)
     */
    record EndWave(int wave, boolean abort) implements CoordinatorEvent {
        private static final long serialVersionUID = 1;
    }

    /** The copy's limit for this reader; 0 for none. */
    record Pace(long rowsPerSecond) implements CoordinatorEvent {
        private static final long serialVersionUID = 1;
    }
}
