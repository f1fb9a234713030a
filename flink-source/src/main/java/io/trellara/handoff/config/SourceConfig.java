package io.trellara.handoff.config;

import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.io.Serializable;
import java.util.List;

/**
 * All that the source and its coordinator need, validated.
 *
 * @param run the run's key
 * @param connection the source database
 * @param evidence the evidence store
 * @param relations the dataset, in configured order, without doubles
 * @param replication slot and publication
 * @param copy how relations are cut and read
 * @param stream how changes are streamed
 * @param limits every wait's bound
 */
public record SourceConfig(
        RunKey run,
        ConnectionConfig connection,
        ConnectionConfig evidence,
        List<Relation> relations,
        Replication replication,
        Copy copy,
        Stream stream,
        Limits limits)
        implements Serializable {
    /** What the evidence says instead of a slot's name where the source has none: its log is kept by age. */
    public static final String NO_SLOT = "binlog";

    public SourceConfig {
        relations = List.copyOf(relations);
    }

    /**
     * The run's slot and publication.
     *
     * @param slot name of the run's slot
     * @param publication name of the publication
     * @param createPublication whether the tool may create it where it is missing
     * @param failover whether the slot is created with FAILOVER (17 and later)
     */
    public record Replication(String slot, String publication, boolean createPublication, boolean failover)
            implements Serializable {}

    /**
     * How relations are cut and read.
     *
     * @param chunkRows rows that a chunk should hold
     * @param blockBytes bytes from which a block is full
     * @param replaceExisting whether first attempts must upsert, because target tables may hold rows
     *     ({@code target.existing: merge})
     * @param waves in what portions
     */
    public record Copy(long chunkRows, int blockBytes, boolean replaceExisting, Waves waves) implements Serializable {
        /** Everything in one wave. */
        public Copy(long chunkRows, int blockBytes, boolean replaceExisting) {
            this(chunkRows, blockBytes, replaceExisting, Waves.ONE);
        }

        /** The most chunks of a wave. */
        public long waveChunks() {
            return waves.woven() ? Math.max(1, waves.rows() / chunkRows) : Long.MAX_VALUE;
        }
    }

    /**
     * The copy's portions; rows and duration count where it is woven only.
     *
     * @param rows rows that a wave should hold
     * @param durationMillis no chunk is begun in a wave that is older
     */
    public record Waves(Schedule schedule, long rows, long durationMillis) implements Serializable {
        /** One wave with everything, before the stream. */
        public static final Waves ONE = new Waves(Schedule.COPY_THEN_STREAM, Long.MAX_VALUE, Long.MAX_VALUE);

        /** Whether the stream runs beside the copy. */
        public boolean woven() {
            return schedule == Schedule.WOVEN;
        }
    }

    /**
     * How changes are streamed.
     *
     * @param lanes number of lanes; fixed for a run
     * @param markIntervalMillis how often the lanes are told the stream's position
     */
    public record Stream(int lanes, long markIntervalMillis) implements Serializable {}

    /**
     * All in milliseconds.
     *
     * @param viewTimeoutMillis a view must open and settle within this
     * @param ddlWaitMillis a session may wait behind the view's locks for this long
     * @param checkpointOverdueMillis a checkpoint must complete within this
     * @param locks how MySQL's views are opened
     */
    public record Limits(long viewTimeoutMillis, long ddlWaitMillis, long checkpointOverdueMillis, Locks locks)
            implements Serializable {
        /** The same with {@link Locks#DEFAULT}. */
        public Limits(long viewTimeoutMillis, long ddlWaitMillis, long checkpointOverdueMillis) {
            this(viewTimeoutMillis, ddlWaitMillis, checkpointOverdueMillis, Locks.DEFAULT);
        }
    }

    /**
     * How table locks are had for the moment in which a view is opened on MySQL.
     *
     * @param waitMillis one attempt waits this long for them, in whole seconds; then writers may pass
     */
    public record Locks(LockStrategy strategy, long waitMillis) implements Serializable {
        /** Lets writers pass after two seconds. */
        public static final Locks DEFAULT = new Locks(LockStrategy.LOCK_TABLES, 2_000);
    }
}
