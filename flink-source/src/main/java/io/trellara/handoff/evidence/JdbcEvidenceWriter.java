package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * The one writer of a run (R6). Every write locks the run's row, requires the fence, changes what it has to and writes
 * the row back. Since nobody else writes under this fence, a revision that has grown after a lost answer says that the
 * lost transaction was committed.
 */
final class JdbcEvidenceWriter implements RunWriter {
    private interface Change<T> {
        T apply(Connection connection, RunDraft draft) throws SQLException;
    }

    private interface Action {
        void apply(Connection connection, RunDraft draft) throws SQLException;
    }

    /** What one try left behind for the next one, after its commit's answer was lost. */
    private record Sent<T>(T result, long revisionBefore) {}

    private final JdbcEvidenceSession session;
    private final RunKey run;
    private final long fence;
    private long lastPromoted = -1;

    JdbcEvidenceWriter(JdbcEvidenceSession session, RunKey run, long fence) {
        this.session = session;
        this.run = run;
        this.fence = fence;
    }

    @Override
    public long fence() {
        return fence;
    }

    @Override
    public RunRecord current() {
        return session.transaction(connection -> locked(connection).row());
    }

    @Override
    public void transition(RunState to, Optional<String> reason, Optional<String> code) {
        write((connection, draft) -> draft.moveTo(to, reason, code));
    }

    @Override
    public void bindSource(String identity) {
        write((connection, draft) -> draft.bindSource(identity));
    }

    @Override
    public void bindLanes(int lanes) {
        write((connection, draft) -> JdbcEvidenceRuns.bindLanes(connection, run, lanes));
    }

    @Override
    public void intendSlot(String slotName) {
        write((connection, draft) -> {
            draft.requireState(RunState.PLANNED);
            draft.slot(slotName);
        });
    }

    @Override
    public void recordSlot(String slotName, Lsn consistentLsn) {
        write((connection, draft) -> {
            draft.requireState(RunState.PLANNED, RunState.SLOT_CREATED);
            draft.slot(slotName);
            draft.boundary(consistentLsn);
            draft.moveTo(RunState.SLOT_CREATED);
        });
    }

    @Override
    public void recordPlan(List<RelationSchema> schemas, Map<ChunkId, KeyRange> chunks) {
        write((connection, draft) -> {
            draft.requireState(RunState.SLOT_CREATED);
            Lsn floor = draft.requireBoundary();
            JdbcEvidenceWaves.open(connection, run, 0, floor);
            for (RelationSchema schema : schemas) {
                long count = chunks.keySet().stream()
                        .filter(chunk -> chunk.relation().equals(schema.relation()))
                        .count();
                JdbcEvidenceRelations.insert(connection, run, schema, Math.toIntExact(count));
            }
            List<ChunkRecord> members = new ArrayList<>();
            chunks.forEach(
                    (id, range) -> members.add(ChunkRecord.planned(id, range).member(0, floor)));
            JdbcEvidenceChunks.insert(connection, run, members);
            draft.moveTo(RunState.SNAPSHOT_EXPORTED);
        });
    }

    @Override
    public void openWave(int wave, Lsn floor, List<ChunkMove> members) {
        write((connection, draft) -> {
            draft.requireBoundary();
            JdbcEvidenceWaves.open(connection, run, wave, floor);
            JdbcEvidenceChunks.move(connection, run, members);
        });
    }

    @Override
    public void recordWaveBoundary(int wave, Lsn boundary) {
        write((connection, draft) -> JdbcEvidenceWaves.boundary(connection, run, wave, boundary));
    }

    @Override
    public void closeWave(int wave, boolean lost, List<ChunkMove> released) {
        write((connection, draft) -> {
            JdbcEvidenceChunks.move(connection, run, released);
            JdbcEvidenceWaves.close(connection, run, wave, lost ? "lost" : "copied");
        });
    }

    @Override
    public void claim(List<ChunkMove> claims) {
        write((connection, draft) -> {
            draft.requireBoundary();
            draft.requireState(RunState.SNAPSHOT_EXPORTED, RunState.COPYING_TABLE);
            record View(int wave, Optional<Lsn> boundary) {}
            List<View> views = claims.stream()
                    .map(ChunkMove::after)
                    .map(chunk -> new View(chunk.wave().orElseThrow(), chunk.boundary()))
                    .distinct()
                    .toList();
            for (View view : views) {
                JdbcEvidenceWaves.requireBoundary(connection, run, view.wave(), view.boundary());
            }
            JdbcEvidenceChunks.move(connection, run, claims);
            JdbcEvidenceRelations.copying(connection, run, relations(claims));
            if (!claims.isEmpty()) {
                ChunkId newest = claims.get(claims.size() - 1).after().id();
                draft.currentRelation(Optional.of(newest.relation().toString()));
                draft.moveTo(RunState.COPYING_TABLE);
            }
        });
    }

    @Override
    public void promote(Promotion promotion) {
        write((connection, draft) -> {
            if (!promotion.copied().isEmpty()) {
                Lsn boundary = draft.requireBoundary();
                JdbcEvidenceChunks.move(connection, run, promotion.copied());
                JdbcEvidenceRelations.recount(connection, run, relations(promotion.copied()), boundary);
                draft.copiedRows(JdbcEvidenceRelations.copiedRows(connection, run));
            }
            if (promotion.checkpointId() > lastPromoted) {
                draft.add(promotion.changes());
            }
            promotion.streamPosition().ifPresent(position -> stream(draft, position, promotion.checkpointId()));
        });
        lastPromoted = Math.max(lastPromoted, promotion.checkpointId());
    }

    @Override
    public List<Blocker> completeCopy(List<Blocker> drift) {
        List<Blocker> incomplete = change((connection, draft) -> {
            List<Blocker> found = copyBlockers(connection, draft);
            if (found.isEmpty() && draft.state() == RunState.COPYING_TABLE) {
                draft.currentRelation(Optional.empty());
                draft.moveTo(RunState.COPY_COMPLETE);
            }
            return found;
        });
        if (!incomplete.isEmpty() || !drift.isEmpty()) {
            List<Blocker> all = new ArrayList<>(incomplete);
            all.addAll(drift);
            return List.copyOf(all);
        }
        return change((connection, draft) -> {
            List<Blocker> found = copyBlockers(connection, draft);
            if (found.isEmpty() && draft.state() == RunState.COPY_COMPLETE) {
                JdbcEvidenceHandoff.record(
                        connection, run, draft.requireBoundary(), JdbcEvidenceHandoff.copied(connection, run));
                draft.moveTo(RunState.STREAM_HANDOFF_READY);
            }
            return found;
        });
    }

    @Override
    public void haltFromSink(long haltId, String code, String reason) {
        write((connection, draft) -> {
            if (haltId > draft.record().lastSinkHalt()) {
                draft.sinkHalt(haltId);
                draft.fail(code, reason);
            }
        });
    }

    @Override
    public void halt(String code, String reason) {
        write((connection, draft) -> draft.fail(code, reason));
    }

    @Override
    public void resume() {
        write((connection, draft) -> {
            if (draft.state() != RunState.FAILED_RECOVERABLE) {
                draft.clearFailure();
                return;
            }
            OptionalInt attempts = JdbcEvidenceChunks.mostAttempts(connection, run);
            RunState planned = attempts.isEmpty() ? RunState.SLOT_CREATED : RunState.SNAPSHOT_EXPORTED;
            RunState to = attempts.orElse(0) > 0 ? RunState.COPYING_TABLE : planned;
            draft.moveTo(
                    to, Optional.of("resumed by an operator"), draft.record().failureCode());
        });
    }

    /** The first durable position makes a ready run streaming; before it is ready there is no stream. */
    private static void stream(RunDraft draft, Lsn position, long checkpoint) {
        if (draft.state() == RunState.STREAM_HANDOFF_READY) {
            draft.moveTo(RunState.STREAMING);
        }
        draft.requireState(RunState.STREAMING, RunState.VERIFIED, RunState.FAILED_RECOVERABLE);
        draft.streamed(position, checkpoint);
    }

    private List<Blocker> copyBlockers(Connection connection, RunDraft draft) throws SQLException {
        List<Blocker> found = new ArrayList<>(HandoffBlockers.of(
                run.toString(), draft.record().consistentLsn(), JdbcEvidenceHandoff.copied(connection, run)));
        if (draft.state() == RunState.FAILED_RECOVERABLE) {
            found.add(new Blocker(
                    ErrorCode.RUN_HALTED.label(),
                    "run " + run,
                    "the run has halted with " + draft.record().failureCode().orElse("no code"),
                    "mend the cause, then resume"));
        }
        return List.copyOf(found);
    }

    private static Set<Relation> relations(List<ChunkMove> moves) {
        Set<Relation> relations = new TreeSet<>();
        moves.forEach(move -> relations.add(move.after().id().relation()));
        return relations;
    }

    private void write(Action action) {
        change((connection, draft) -> {
            action.apply(connection, draft);
            return Boolean.TRUE;
        });
    }

    private <T> T change(Change<T> change) {
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

    private JdbcEvidenceRuns.Locked locked(Connection connection) throws SQLException {
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
