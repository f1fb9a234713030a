package io.trellara.handoff.sink;

import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.CopyBlock;
import java.sql.SQLException;
import java.util.List;

/**
 * The sink's target transactions, one after the other. Each begins by holding the generation (R6); its commit makes
 * rows, their count (R4) and the ledger durable together. After any exception it is not to be used again. One thread.
 */
interface BlockTransactions extends AutoCloseable {
    /** Begins one unless it is begun; throws GENERATION_STALE. */
    void begin(long generation) throws SQLException;

    boolean isOpen();

    /** What is being written, for errors. */
    String object();

    /** A new generation: what is known of the ledger holds no more. */
    void forgetLedger();

    /** Streams copied rows. */
    void copy(CopyBlock block) throws SQLException;

    /** Applies changes and marks, in their order. */
    void apply(List<Block> blocks) throws SQLException;

    /** Empties a relation, unless the lane's ledger has that behind it. */
    void truncate(ChangeBlock block) throws SQLException;

    /** Ends it: everything since {@link #begin} is durable on return. */
    void commit() throws SQLException;

    /** Breaks it off: what is not committed never happened. */
    @Override
    void close();
}
