package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.model.SourceLog;
import io.trellara.handoff.model.Wait;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** The one writer of a run (R6). Every write is one transaction under the run's fence. */
final class JdbcEvidenceWriter implements RunWriter {
    private final JdbcEvidenceSession session;
    private final RunKey run;
    private final JdbcEvidenceFence fence;
    private long lastPromoted = -1;
    private JdbcEvidenceTouches.Written touched = JdbcEvidenceTouches.Written.NOTHING;

    JdbcEvidenceWriter(JdbcEvidenceSession session, RunKey run, long fence) {
        this.session = session;
        this.run = run;
        this.fence = new JdbcEvidenceFence(session, run, fence);
    }

    @Override
    public long fence() {
        return fence.number();
    }

    @Override
    public RunRecord current() {
        return fence.current();
    }

    @Override
    public void transition(RunState to, Optional<String> reason, Optional<String> code) {
        fence.write((connection, draft) -> draft.moveTo(to, reason, code));
    }

    @Override
    public void bindSource(String identity) {
        fence.write((connection, draft) -> draft.bindSource(identity));
    }

    @Override
    public void followSource(String identity, String reason) {
        fence.write((connection, draft) -> draft.followSource(identity, reason));
    }

    @Override
    public void bindLanes(int lanes) {
        fence.write((connection, draft) -> JdbcEvidenceRuns.bindLanes(connection, run, lanes));
    }

    @Override
    public void intendSlot(String slotName) {
        fence.write((connection, draft) -> {
            draft.requireState(RunState.PLANNED);
            draft.slot(slotName);
        });
    }

    @Override
    public void recordSlot(String slotName, Position consistentLsn) {
        fence.write((connection, draft) -> {
            draft.requireState(RunState.PLANNED, RunState.SLOT_CREATED);
            draft.slot(slotName);
            draft.boundary(consistentLsn);
            draft.moveTo(RunState.SLOT_CREATED);
        });
    }

    @Override
    public void recordPlan(List<RelationSchema> schemas, Map<ChunkId, KeyRange> chunks, Set<ChunkId> members) {
        fence.write((connection, draft) -> {
            draft.requireState(RunState.SLOT_CREATED);
            Position floor = draft.requireBoundary();
            JdbcEvidenceWaves.open(connection, run, 0, floor);
            insertRelations(connection, schemas, chunks.keySet());
            List<ChunkRecord> records = new ArrayList<>();
            chunks.forEach((id, range) -> {
                ChunkRecord planned = ChunkRecord.planned(id, range);
                records.add(members.contains(id) ? planned.member(0, floor) : planned);
            });
            JdbcEvidenceChunks.insert(connection, run, records);
            draft.moveTo(RunState.SNAPSHOT_EXPORTED);
        });
    }

    @Override
    public RunWriter openChild(RunKey child, ChildKind kind) {
        fence.under(connection -> JdbcEvidenceChildren.take(connection, current(child, kind)));
        return new JdbcEvidenceWriter(session, child, fence.number());
    }

    @Override
    public RunWriter planChild(ChildPlan plan) {
        RunKey child = ChildRun.key(run, plan.kind(), plan.request());
        fence.under(connection -> JdbcEvidenceChildren.plan(connection, current(child, plan.kind()), plan));
        return new JdbcEvidenceWriter(session, child, fence.number());
    }

    private JdbcEvidenceChildren.Taken current(RunKey child, ChildKind kind) {
        return new JdbcEvidenceChildren.Taken(run, child, kind, fence.number());
    }

    @Override
    public void remove(Relation relation, long request) {
        fence.under(connection -> {
            JdbcEvidenceRelations.retire(connection, run, relation);
            JdbcEvidenceControls.answer(connection, run, ControlAnswer.done(request));
        });
    }

    @Override
    public void recordErased(Relation relation, long rows) {
        fence.write((connection, draft) -> JdbcEvidenceRelations.erased(connection, run, relation, rows));
    }

    @Override
    public void answer(ControlAnswer answer) {
        fence.write((connection, draft) -> JdbcEvidenceControls.answer(connection, run, answer));
    }

    @Override
    public void openWave(int wave, Position floor, List<ChunkMove> members) {
        fence.write((connection, draft) -> {
            draft.requireBoundary();
            JdbcEvidenceWaves.open(connection, run, wave, floor);
            JdbcEvidenceChunks.move(connection, run, members);
        });
    }

    @Override
    public void recordWaveBoundary(int wave, Position boundary) {
        fence.write((connection, draft) -> {
            JdbcEvidenceWaves.boundary(connection, run, wave, boundary);
            draft.viewIsOpen();
        });
    }

    @Override
    public void closeWave(int wave, boolean lost, List<ChunkMove> released) {
        fence.write((connection, draft) -> {
            JdbcEvidenceChunks.move(connection, run, released);
            JdbcEvidenceWaves.close(connection, run, wave, lost ? "lost" : "copied");
        });
    }

    @Override
    public void claim(List<ChunkMove> claims) {
        fence.write((connection, draft) -> {
            draft.requireBoundary();
            draft.requireState(RunState.SLOT_CREATED, RunState.SNAPSHOT_EXPORTED, RunState.COPYING_TABLE);
            record View(int wave, Optional<Position> boundary) {}
            List<View> views = claims.stream()
                    .map(ChunkMove::after)
                    .map(chunk -> new View(chunk.wave().orElseThrow(), chunk.boundary()))
                    .distinct()
                    .toList();
            for (View view : views) {
                JdbcEvidenceWaves.requireBoundary(connection, run, view.wave(), view.boundary());
                draft.viewIsOpen();
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
        touched = fence.change((connection, draft) -> {
            if (!promotion.copied().isEmpty()) {
                Position boundary = draft.requireBoundary();
                JdbcEvidenceChunks.move(connection, run, promotion.copied());
                JdbcEvidenceRelations.recount(connection, run, relations(promotion.copied()), boundary);
                draft.copiedRows(JdbcEvidenceRelations.copiedRows(connection, run));
            }
            if (promotion.checkpointId() > lastPromoted) {
                draft.add(promotion.changes());
            }
            promotion.streamPosition().ifPresent(position -> draft.streamed(position, promotion.checkpointId()));
            return JdbcEvidenceTouches.record(connection, run, touched, promotion.touches());
        });
        lastPromoted = Math.max(lastPromoted, promotion.checkpointId());
    }

    @Override
    public void sample(SourceLog log) {
        fence.under(connection -> JdbcEvidenceSamples.append(connection, run, log));
    }

    @Override
    public void waits(List<Wait> present) {
        fence.under(connection -> JdbcEvidenceWaits.record(connection, run, fence.number(), present));
    }

    @Override
    public List<Blocker> completeCopy(List<Blocker> drift) {
        List<Blocker> incomplete = fence.change((connection, draft) -> {
            List<Blocker> found = copyBlockers(connection, draft);
            if (found.isEmpty() && draft.state() == RunState.SNAPSHOT_EXPORTED) {
                draft.moveTo(RunState.COPYING_TABLE); // everything that was planned is retired
            }
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
        return fence.change((connection, draft) -> {
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
        fence.write((connection, draft) -> {
            if (haltId > draft.record().lastSinkHalt()) {
                draft.sinkHalt(haltId);
                draft.fail(code, reason);
            }
        });
    }

    @Override
    public void halt(String code, String reason) {
        fence.write((connection, draft) -> draft.fail(code, reason));
    }

    @Override
    public void resume() {
        fence.write((connection, draft) -> {
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

    private void insertRelations(JdbcEvidenceConnection connection, List<RelationSchema> schemas, Set<ChunkId> chunks)
            throws SQLException {
        for (RelationSchema schema : schemas) {
            long count = chunks.stream()
                    .filter(chunk -> chunk.relation().equals(schema.relation()))
                    .count();
            JdbcEvidenceRelations.insert(connection, run, schema, Math.toIntExact(count));
        }
    }

    private List<Blocker> copyBlockers(JdbcEvidenceConnection connection, RunDraft draft) throws SQLException {
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
}
