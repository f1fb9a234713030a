package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.RunKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A run's row under its writer's fence (R6): every change locks the row, requires the fence, changes what it has to and
 * writes the row back. Since nobody else writes under this fence, a revision that has grown after a lost answer says
 * that the lost transaction was committed.
 */
final class JdbcEvidenceFence {
    /** A change with an answer. */
    interface Change<T> {
        T apply(JdbcEvidenceConnection connection, RunDraft draft) throws SQLException;
    }

    /** A change without one. */
    interface Action {
        void apply(JdbcEvidenceConnection connection, RunDraft draft) throws SQLException;
    }

    /** What one try left behind for the next one, after its commit's answer was lost. */
    private record Sent<T>(T result, long revisionBefore) {}

    private final JdbcEvidenceSession session;
    private final RunKey run;
    private final long fence;

    JdbcEvidenceFence(JdbcEvidenceSession session, RunKey run, long fence) {
        this.session = session;
        this.run = run;
        this.fence = fence;
    }

    long number() {
        return fence;
    }

    RunRecord current() {
        return session.transaction(connection -> locked(connection).row());
    }

    /** What is done beside the run's row, and may be done twice. */
    interface Step {
        void apply(JdbcEvidenceConnection connection) throws SQLException;
    }

    /** Does it while this writer is the run's, and leaves the run's row as it is. */
    void under(Step step) {
        session.transaction(connection -> {
            JdbcEvidenceRuns.Locked unused = locked(connection);
            step.apply(connection);
            return Boolean.TRUE;
        });
    }

    void write(Action action) {
        change((connection, draft) -> {
            action.apply(connection, draft);
            return Boolean.TRUE;
        });
    }

    <T> T change(Change<T> change) {
        List<Sent<T>> sent = new ArrayList<>(1);
        return session.transaction(connection -> {
            JdbcEvidenceRuns.Locked locked = locked(connection);
            for (Sent<T> earlier : sent) {
                if (locked.revision() > earlier.revisionBefore()) {
                    return earlier.result();
                }
            }
            RunDraft draft = new RunDraft(locked.row());
            T result = change.apply(connection, draft);
            JdbcEvidenceRuns.save(connection, draft, fence);
            sent.clear();
            sent.add(new Sent<>(result, locked.revision()));
            return result;
        });
    }

    private JdbcEvidenceRuns.Locked locked(JdbcEvidenceConnection connection) throws SQLException {
        JdbcEvidenceRuns.Locked locked = JdbcEvidenceRuns.lock(connection, run)
                .orElseThrow(() -> HandoffException.bug("run " + run, "no row", "the row that was opened"));
        if (locked.row().fence() != fence) {
            throw new HandoffException(new Finding(
                    ErrorCode.FENCED_OUT,
                    "run " + run,
                    "fence " + locked.row().fence(),
                    "this writer's fence " + fence,
                    "let the newer coordinator work; this one changes nothing any more"));
        }
        return locked;
    }
}
