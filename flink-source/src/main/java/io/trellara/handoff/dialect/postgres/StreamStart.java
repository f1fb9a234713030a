package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;

/** What a stream needs of its source, in this order. */
interface StreamStart {
    /** The contract with the ids that its relations have now. */
    StreamContract contract(List<RelationSchema> schemas);

    /** A session beside the stream that sees where the log ends. */
    StreamWatch watch();

    /**
     * Starts streaming at {@code from}.
     *
     * @param silenceMillis an answer that does not come within this breaks the connection
     */
    WalSender start(Lsn from, int silenceMillis);
}
