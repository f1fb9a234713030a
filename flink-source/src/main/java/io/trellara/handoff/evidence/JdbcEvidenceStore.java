package io.trellara.handoff.evidence;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The evidence in a database of PostgreSQL or MySQL. One connection, shared with the writers that it opens; one thread,
 * but {@link #close} may come from any and breaks what is under way. Errors: EVIDENCE_UNAVAILABLE once the budget of
 * retries is spent, EVIDENCE_UNREACHABLE, EVIDENCE_SCHEMA_MISSING, EVIDENCE_SCHEMA_NEWER, EVIDENCE_CONFLICT.
 */
public final class JdbcEvidenceStore implements EvidenceStore {
    private final ConnectionConfig database;
    private final JdbcEvidenceSession session;

    /** A store that connects when it is first asked; {@code application} names it to the server. */
    public JdbcEvidenceStore(ConnectionConfig database, String application) {
        this.database = database;
        session = new JdbcEvidenceSession(database, application);
    }

    @Override
    public void requireSchema() {
        Optional<Integer> version = session.transaction(JdbcEvidenceStore::version);
        if (version.isEmpty() || version.get() < EvidenceSchema.EVIDENCE_VERSION) {
            throw schema(
                    ErrorCode.EVIDENCE_SCHEMA_MISSING,
                    version.map(v -> "version " + v).orElse("no evidence tables"),
                    "let the launcher or the command line migrate them");
        }
        if (version.get() > EvidenceSchema.EVIDENCE_VERSION) {
            throw schema(
                    ErrorCode.EVIDENCE_SCHEMA_NEWER,
                    "version " + version.get(),
                    "use the release that made these tables, or a newer one");
        }
    }

    @Override
    public RunWriter open(RunKey run, String schedule, String sourceKind) {
        long fence = session.transaction(connection -> {
            JdbcEvidenceRuns.insert(connection, run, schedule, sourceKind);
            requireSame(run, "schedule", JdbcEvidenceRuns.find(connection, run).map(RunRecord::schedule), schedule);
            requireSame(run, "source kind", JdbcEvidenceRuns.sourceKind(connection, run), sourceKind);
            return JdbcEvidenceRuns.raiseFence(connection, run);
        });
        return new JdbcEvidenceWriter(session, run, fence);
    }

    @Override
    public long request(ControlRequest request) {
        return session.transaction(connection -> JdbcEvidenceControls.insert(connection, request));
    }

    @Override
    public long beginVerification(RunKey run, OptionalLong base, String requestedBy) {
        return session.transaction(connection -> JdbcEvidenceVerifying.begin(connection, run, base, requestedBy));
    }

    @Override
    public RunState concludeVerification(VerificationOutcome outcome) {
        return session.transaction(connection -> JdbcEvidenceVerifying.conclude(connection, outcome));
    }

    @Override
    public List<VerificationRecord> verifications(RunKey run) {
        return session.transaction(connection -> JdbcEvidenceVerifications.of(connection, run));
    }

    @Override
    public List<VerifiedRelation> verifiedRelations(long verificationId) {
        return session.transaction(connection -> JdbcEvidenceVerifications.relations(connection, verificationId));
    }

    @Override
    public List<ChildRun> children(RunKey parent) {
        return session.transaction(connection -> JdbcEvidenceChildren.of(connection, parent));
    }

    @Override
    public List<ControlRecord> controls(RunKey run) {
        return session.transaction(connection -> JdbcEvidenceControls.all(connection, run));
    }

    @Override
    public List<ControlRecord> requested(RunKey run) {
        return session.transaction(connection -> JdbcEvidenceControls.requested(connection, run));
    }

    @Override
    public Optional<RunRecord> run(RunKey run) {
        return session.transaction(connection -> JdbcEvidenceRuns.find(connection, run));
    }

    @Override
    public List<RunRecord> runs(String sourceId, String datasetId) {
        return session.transaction(connection -> JdbcEvidenceRuns.ofDataset(connection, sourceId, datasetId));
    }

    @Override
    public List<RelationRecord> relations(RunKey run) {
        return session.transaction(connection -> JdbcEvidenceRelations.all(connection, run));
    }

    @Override
    public Map<Relation, RelationSchema> schemas(RunKey run) {
        return session.transaction(connection -> JdbcEvidenceRelations.schemas(connection, run));
    }

    @Override
    public List<ChunkRecord> chunks(RunKey run) {
        return session.transaction(connection -> JdbcEvidenceChunks.all(connection, run));
    }

    @Override
    public List<WaveRecord> waves(RunKey run) {
        return session.transaction(connection -> JdbcEvidenceWaves.all(connection, run));
    }

    @Override
    public List<HandoffEvent> handoffEvents(RunKey run) {
        return session.transaction(connection -> JdbcEvidenceHandoff.events(connection, run));
    }

    @Override
    public List<Transition> transitions(RunKey run) {
        return session.transaction(connection -> JdbcEvidenceRuns.transitions(connection, run));
    }

    /** Every row of the run and of those within it, as of one moment, whatever their columns are. */
    public Map<EvidenceTable, List<EvidenceRow>> rows(RunKey run) {
        return atOneMoment(() -> session.transaction(connection -> JdbcEvidenceRows.all(connection, run)));
    }

    @Override
    public List<RunWait> waits(RunKey run) {
        return session.transaction(connection -> JdbcEvidenceWaits.all(connection, run));
    }

    @Override
    public List<StreamWindow> streamWindows(RunKey run) {
        return session.transaction(connection -> JdbcEvidenceTouches.windows(connection, run));
    }

    @Override
    public List<StreamTouch> streamTouches(RunKey run) {
        return session.transaction(connection -> JdbcEvidenceTouches.touches(connection, run));
    }

    @Override
    public List<RunSample> samples(RunKey run) {
        return session.transaction(connection -> JdbcEvidenceSamples.all(connection, run));
    }

    @Override
    public <T> T atOneMoment(Supplier<T> reading) {
        return session.atOneMoment(reading);
    }

    @Override
    public void close() {
        session.close();
    }

    private static Optional<Integer> version(JdbcEvidenceConnection connection) throws SQLException {
        String history = EvidenceSchema.NAME + "." + EvidenceSchema.EVIDENCE_HISTORY;
        boolean there = connection
                .query(connection.sql().tableThere())
                .text(history)
                .first(row -> row.getBoolean(1))
                .orElse(false);
        if (!there) {
            return Optional.empty();
        }
        String applied = "SELECT version FROM " + history + " WHERE success AND version IS NOT NULL";
        return connection.query(applied).list(row -> Integer.valueOf(row.getString(1))).stream()
                .max(Comparator.naturalOrder())
                .or(() -> Optional.of(0));
    }

    private static void requireSame(RunKey run, String what, Optional<String> recorded, String now) {
        if (!recorded.equals(Optional.of(now))) {
            throw new HandoffException(new Finding(
                    ErrorCode.RUN_MISMATCH,
                    "run " + run,
                    what + " " + now,
                    what + " " + recorded.orElse("of the run") + ", with which it began",
                    "use that " + what + ", or start a new run"));
        }
    }

    private HandoffException schema(ErrorCode code, String observed, String remedy) {
        return new HandoffException(new Finding(
                code,
                "evidence " + database.url(),
                observed,
                "evidence tables of version " + EvidenceSchema.EVIDENCE_VERSION,
                remedy));
    }
}
