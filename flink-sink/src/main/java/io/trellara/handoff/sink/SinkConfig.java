package io.trellara.handoff.sink;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.RunKey;
import java.io.Serializable;

/**
 * All that the sink and its control need, validated.
 *
 * @param run the run's key
 * @param source what kind of database rows come from
 * @param connection the target database
 * @param existing what to do about target tables that hold rows before the run
 * @param createTables whether missing target tables are created
 * @param flush when a target transaction ends
 * @param constraints how the target's constraints are treated while the run applies
 */
public record SinkConfig(
        RunKey run,
        DatabaseKind source,
        ConnectionConfig connection,
        Existing existing,
        boolean createTables,
        Flush flush,
        Constraints constraints)
        implements Serializable {

    /**
     * The defaults, from a PostgreSQL source: refuse rows, create tables, {@link Flush#DEFAULT}, constraints as they
     * are.
     */
    public static SinkConfig of(RunKey run, ConnectionConfig connection) {
        return new SinkConfig(
                run, DatabaseKind.POSTGRESQL, connection, Existing.REFUSE, true, Flush.DEFAULT, Constraints.AS_IS);
    }

    /** What to do about target tables that hold rows before the run. */
    public enum Existing {
        /** The run does not start. */
        REFUSE,
        /** They are emptied, before anything of the run was applied and never after. */
        TRUNCATE,
        /** Rows are upserted over them; rows that the source does not have stay. */
        MERGE
    }

    /** How the target's constraints are treated while the run applies. */
    public enum Constraints {
        /** Checked as they are declared; what cannot hold while several lanes apply is refused. */
        AS_IS,
        /** Deferrable ones are checked at each commit; sound only where one lane carries every change. */
        DEFERRED,
        /** Foreign keys are not checked and ordinary triggers do not fire ({@code session_replication_role}). */
        REPLICA
    }

    /**
     * When a target transaction ends; a checkpoint always ends it.
     *
     * @param bytes bytes of blocks in one transaction, at least 64 KB
     * @param lingerMillis how long a change may wait for others, at least 1
     */
    public record Flush(int bytes, long lingerMillis) implements Serializable {
        /** 16 MB, 20 ms. */
        public static final Flush DEFAULT = new Flush(16 << 20, 20);

        public Flush {
            if (bytes < 64 << 10 || lingerMillis < 1) {
                throw new IllegalArgumentException("flush.bytes is at least 64 KB, flush.linger at least 1 ms");
            }
        }
    }
}
