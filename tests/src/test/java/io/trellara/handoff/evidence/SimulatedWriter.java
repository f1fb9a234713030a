package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.SimulatedEvidence.Tables;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.model.SourceLog;
import io.trellara.handoff.model.Wait;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes to the simulated evidence, method by method as the database does. */
final class SimulatedWriter implements RunWriter {
    private final SimulatedEvidence evidence;
    private final long fence;
    private long lastPromoted = -1;

    SimulatedWriter(SimulatedEvidence evidence, long fence) {
        this.evidence = evidence;
        this.fence = fence;
    }

    /** A write without a result. */
    private interface Action {
        void apply(Tables tables, RunDraft draft);
    }

    private void write(Action action) {
        evidence.write(fence, (tables, draft) -> {
            action.apply(tables, draft);
            return true;
        });
    }

    @Override
    public long fence() {
        return fence;
    }

    @Override
    public RunRecord current() {
        return evidence.current(fence);
    }

    @Override
    public void transition(RunState to, Optional<String> reason, Optional<String> code) {
        write((tables, draft) -> draft.moveTo(to, reason, code));
    }

    @Override
    public void bindSource(String identity) {
        write((tables, draft) -> draft.bindSource(identity));
    }

    @Override
    public void followSource(String identity, String reason) {
        write((tables, draft) -> draft.followSource(identity, reason));
    }

    @Override
    public void bindLanes(int lanes) {
        write((tables, draft) -> evidence.bindLanes(lanes));
    }

    @Override
    public void intendSlot(String slotName) {
        write((tables, draft) -> {
            draft.requireState(RunState.PLANNED);
            draft.slot(slotName);
        });
    }

    @Override
    public void recordSlot(String slotName, Position consistentLsn) {
        write((tables, draft) -> {
            draft.requireState(RunState.PLANNED, RunState.SLOT_CREATED);
            draft.slot(slotName);
            draft.boundary(consistentLsn);
            draft.moveTo(RunState.SLOT_CREATED);
        });
    }

    @Override
    public void recordPlan(List<RelationSchema> schemas, Map<ChunkId, KeyRange> chunks, Set<ChunkId> members) {
        write((tables, draft) -> {
            draft.requireState(RunState.SLOT_CREATED);
            Position floor = draft.requireBoundary();
            openWave(tables, 0, floor);
            schemas.forEach(schema -> tables.schemas().put(schema.relation(), schema));
            chunks.forEach((id, range) -> {
                ChunkRecord planned = ChunkRecord.planned(id, range);
                tables.chunks().put(id, members.contains(id) ? planned.member(0, floor) : planned);
            });
            draft.moveTo(RunState.SNAPSHOT_EXPORTED);
        });
    }

    @Override
    public RunWriter openChild(RunKey child, ChildKind kind) {
        write((tables, draft) -> evidence.openChild(child, kind, fence));
        return new SimulatedWriter(evidence.of(child), fence);
    }

    @Override
    public RunWriter planChild(ChildPlan plan) {
        RunKey key = ChildRun.key(current().run(), plan.kind(), plan.request());
        SimulatedWriter child = (SimulatedWriter) openChild(key, plan.kind());
        child.write((tables, draft) -> {
            draft.requireState(RunState.PLANNED);
            tables.schemas().put(plan.schema().relation(), plan.schema());
            plan.chunks().forEach((id, range) -> tables.chunks().put(id, ChunkRecord.planned(id, range)));
        });
        answer(ControlAnswer.taken(plan.request(), key));
        return child;
    }

    @Override
    public void remove(Relation relation, long request) {
        throw new UnsupportedOperationException("the dataset stays as it is here");
    }

    @Override
    public void recordErased(Relation relation, long rows) {
        write((tables, draft) -> draft.requireState(RunState.PLANNED, RunState.SLOT_CREATED));
    }

    @Override
    public void answer(ControlAnswer answer) {
        write((tables, draft) -> evidence.answer(answer));
    }

    @Override
    public void openWave(int wave, Position floor, List<ChunkMove> members) {
        write((tables, draft) -> {
            draft.requireBoundary();
            openWave(tables, wave, floor);
            move(tables, members);
        });
    }

    private static void openWave(Tables tables, int wave, Position floor) {
        require(tables.waves().stream().noneMatch(w -> w.wave() == wave), "wave " + wave + " is there");
        tables.waves()
                .add(new WaveRecord(wave, floor, Optional.empty(), Instant.EPOCH, Optional.empty(), Optional.empty()));
    }

    @Override
    public void recordWaveBoundary(int wave, Position boundary) {
        write((tables, draft) -> {
            WaveRecord row = wave(tables, wave);
            require(boundary.covers(row.floor()), "a view below its floor");
            require(row.outcome().isEmpty(), "a boundary of a wave that is over");
            require(row.boundary().orElse(boundary).equals(boundary), "a second boundary");
            replace(
                    tables,
                    new WaveRecord(
                            wave,
                            row.floor(),
                            Optional.of(boundary),
                            row.openedAt(),
                            Optional.empty(),
                            Optional.empty()));
            draft.viewIsOpen();
        });
    }

    private static WaveRecord wave(Tables tables, int wave) {
        return tables.waves().stream().filter(w -> w.wave() == wave).findFirst().orElseThrow();
    }

    private static void replace(Tables tables, WaveRecord row) {
        tables.waves().replaceAll(w -> w.wave() == row.wave() ? row : w);
    }

    @Override
    public void closeWave(int wave, boolean lost, List<ChunkMove> released) {
        write((tables, draft) -> {
            move(tables, released);
            WaveRecord row = wave(tables, wave);
            String outcome = lost ? "lost" : "copied";
            require(row.outcome().orElse(outcome).equals(outcome), "a wave with two outcomes");
            replace(
                    tables,
                    new WaveRecord(
                            wave,
                            row.floor(),
                            row.boundary(),
                            row.openedAt(),
                            Optional.of(Instant.EPOCH),
                            Optional.of(outcome)));
        });
    }

    @Override
    public void claim(List<ChunkMove> claims) {
        write((tables, draft) -> {
            draft.requireBoundary();
            draft.requireState(RunState.SLOT_CREATED, RunState.SNAPSHOT_EXPORTED, RunState.COPYING_TABLE);
            for (ChunkMove claim : claims) {
                WaveRecord row = wave(tables, claim.after().wave().orElseThrow());
                Position claimed = claim.after().boundary().orElseThrow();
                require(row.admits(claimed), "a claim in another view than its wave's");
                require(row.outcome().isEmpty(), "a claim in a wave that is not open");
                draft.viewIsOpen();
            }
            move(tables, claims);
            draft.moveTo(RunState.COPYING_TABLE);
        });
    }

    /** Compares and sets; what is there already is success. */
    private static void move(Tables tables, List<ChunkMove> moves) {
        for (ChunkMove move : moves) {
            ChunkRecord now = tables.chunks().get(move.after().id());
            boolean expected = now != null
                    && now.state() == move.before().state()
                    && now.attempts() == move.before().attempts();
            require(expected || move.after().equals(now), "a chunk that is not as its move begins");
            tables.chunks().put(move.after().id(), move.after());
        }
    }

    private static void require(boolean holds, String observed) {
        if (!holds) {
            throw new HandoffException(new Finding(
                    ErrorCode.EVIDENCE_CONFLICT, "evidence", observed, "what the write expects", "report this"));
        }
    }

    @Override
    public void promote(Promotion promotion) {
        write((tables, draft) -> {
            if (!promotion.copied().isEmpty()) {
                draft.requireBoundary();
                move(tables, promotion.copied());
                draft.copiedRows(tables.chunks().values().stream()
                        .mapToLong(ChunkRecord::copiedRows)
                        .sum());
            }
            if (promotion.checkpointId() > lastPromoted) {
                draft.add(promotion.changes());
            }
            promotion.streamPosition().ifPresent(position -> draft.streamed(position, promotion.checkpointId()));
            tables.touched().record(promotion.touches());
        });
        lastPromoted = Math.max(lastPromoted, promotion.checkpointId());
    }

    @Override
    public List<Blocker> completeCopy(List<Blocker> drift) {
        List<Blocker> incomplete = evidence.write(fence, (tables, draft) -> {
            List<Blocker> found = blockers(tables, draft);
            if (found.isEmpty() && draft.state() == RunState.COPYING_TABLE) {
                draft.moveTo(RunState.COPY_COMPLETE);
            }
            return found;
        });
        if (!incomplete.isEmpty() || !drift.isEmpty()) {
            List<Blocker> all = new ArrayList<>(incomplete);
            all.addAll(drift);
            return all;
        }
        return evidence.write(fence, (tables, draft) -> {
            List<Blocker> found = blockers(tables, draft);
            if (found.isEmpty() && draft.state() == RunState.COPY_COMPLETE) {
                Position boundary = draft.requireBoundary();
                copied(tables).forEach(relation -> tables.events().add(event(relation, boundary)));
                draft.moveTo(RunState.STREAM_HANDOFF_READY);
            }
            return found;
        });
    }

    private static List<Blocker> blockers(Tables tables, RunDraft draft) {
        return HandoffBlockers.of("run", draft.record().consistentLsn(), copied(tables));
    }

    private static HandoffEvent event(CopiedRelation relation, Position boundary) {
        return new HandoffEvent(
                relation.relation(),
                boundary,
                relation.rowsCounted(),
                relation.lastCheckpoint(),
                relation.schemaFingerprint(),
                relation.smallestBoundary(),
                relation.largestBoundary(),
                Instant.EPOCH);
    }

    private static List<CopiedRelation> copied(Tables tables) {
        return tables.schemas().values().stream().map(s -> copied(tables, s)).toList();
    }

    private static CopiedRelation copied(Tables tables, RelationSchema schema) {
        Relation relation = schema.relation();
        List<ChunkRecord> chunks = tables.chunks().values().stream()
                .filter(c -> c.id().relation().equals(relation))
                .toList();
        List<ChunkRecord> done =
                chunks.stream().filter(c -> c.state() == ChunkState.COPIED).toList();
        long rows = done.stream().mapToLong(ChunkRecord::copiedRows).sum();
        return new CopiedRelation(
                relation,
                false,
                chunks.size(),
                chunks.size(),
                done.size(),
                rows,
                rows,
                done.stream().mapToLong(c -> c.checkpointId().orElse(0)).max().orElse(0),
                schema.fingerprint(),
                done.stream().map(c -> c.boundary().orElseThrow()).distinct().toList());
    }

    @Override
    public void sample(SourceLog log) {
        write((tables, draft) -> {}); // nobody looks at them in a run
    }

    @Override
    public void waits(List<Wait> present) {
        write((tables, draft) -> {}); // nor at these
    }

    @Override
    public void haltFromSink(long haltId, String code, String reason) {
        write((tables, draft) -> {
            draft.sinkHalt(haltId);
            draft.fail(code, reason);
        });
    }

    @Override
    public void halt(String code, String reason) {
        write((tables, draft) -> draft.fail(code, reason));
    }

    @Override
    public void resume() {
        throw new UnsupportedOperationException("no operator here");
    }
}
