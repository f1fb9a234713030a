package io.trellara.handoff.dialect;

import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;

/** A transaction in a {@link ComparedView}. One thread; {@link #abort} from any. */
public interface ComparedSession extends AutoCloseable {
    /** It holds exactly the transactions that this covers. */
    Position boundary();

    /**
     * The transaction, to be asked by SELECTs that read this relation: it is locked against changes of its shape until
     * the session closes, has the contract's shape, and was not rewritten since the view was opened (R9). No answer has
     * a limit, values print as in chunks, and a plan is one for a range of the key. The transaction is not the caller's
     * to end.
     *
     * @throws io.trellara.handoff.error.HandoffException RELATION_REWRITTEN, SCHEMA_CHANGED and its kin
     */
    Connection enter(RelationSchema schema);

    /** Breaks what is under way, from another thread. */
    void abort();

    @Override
    void close();
}
