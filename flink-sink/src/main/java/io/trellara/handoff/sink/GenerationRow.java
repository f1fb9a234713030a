package io.trellara.handoff.sink;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.model.Wait;
import io.trellara.handoff.model.WaitHolder;
import io.trellara.handoff.model.WaitKind;
import io.trellara.handoff.sink.GenerationLock.Ended;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Raises the run's generation (R6). Sinks of older generations hold the row FOR SHARE in their transactions: they are
 * waited for, then their sessions are terminated, since a frozen process would hold it for ever.
 */
final class GenerationRow {
    private static final Logger LOG = LoggerFactory.getLogger(GenerationRow.class);
    private static final int ROUNDS = 5;

    private final RunKey run;
    private final Duration patience;
    private final GenerationLock lock;

    /** @param patience how long an older transaction may go on */
    GenerationRow(RunKey run, Duration patience, GenerationLock lock) {
        this.run = run;
        this.patience = patience;
        this.lock = lock;
    }

    /** Returns the new generation once nothing older can commit; throws SINK_TRANSIENT where that cannot be reached. */
    long raise(Connection connection, Consumer<Wait> waits) throws SQLException {
        List<Long> strangers = List.of();
        for (int round = 0; round < ROUNDS; round++) {
            try {
                return lock.raise(connection, run, patience);
            } catch (SQLException e) {
                if (!lock.waitedTooLong(e)) {
                    throw e;
                }
                Ended ended = lock.endSinks(connection, run);
                LOG.info("run {}: ended sinks that held an older generation: sessions {}", run, ended.sinks());
                strangers = ended.strangers();
                waits.accept(new Wait(
                        WaitKind.GENERATION, "the run's generation", patience.multipliedBy(round + 1L), holder(ended)));
            }
        }
        throw stillLocked(strangers);
    }

    private static WaitHolder holder(Ended ended) {
        if (!ended.sinks().isEmpty()) {
            long session = ended.sinks().get(0);
            return new WaitHolder(
                    "session " + session + ", a sink of an earlier generation that was ended", session, "", -1);
        }
        if (!ended.strangers().isEmpty()) {
            long session = ended.strangers().get(0);
            return new WaitHolder("session " + session + ", which is none of the run's sinks", session, "", -1);
        }
        return WaitHolder.unnamed("a session that has ended by now");
    }

    private HandoffException stillLocked(List<Long> strangers) {
        return new HandoffException(new Finding(
                ErrorCode.SINK_TRANSIENT,
                "trellara.sink_generation",
                "the row of run " + run + " still locked after " + ROUNDS + " waits of " + patience.toMillis()
                        + " ms; other sessions on the table: " + strangers,
                "nobody but this run's sinks to lock it",
                "end the session that holds it"));
    }
}
