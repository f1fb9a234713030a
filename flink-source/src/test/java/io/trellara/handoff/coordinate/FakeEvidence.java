package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.Blocker;
import io.trellara.handoff.evidence.ChildKind;
import io.trellara.handoff.evidence.ChildPlan;
import io.trellara.handoff.evidence.ChildRun;
import io.trellara.handoff.evidence.ChunkMove;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.evidence.ControlAnswer;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.HandoffEvent;
import io.trellara.handoff.evidence.Promotion;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunSample;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.RunWait;
import io.trellara.handoff.evidence.RunWriter;
import io.trellara.handoff.evidence.StreamTouch;
import io.trellara.handoff.evidence.StreamWindow;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.evidence.VerificationOutcome;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.ChangeCounts;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/** The evidence in memory: survives a coordinator, and tells the journal of every write. */
final class FakeEvidence implements EvidenceStore, RunWriter {
    final Map<ChunkId, ChunkRecord> chunks = new LinkedHashMap<>();
    final Map<RunKey, FakeEvidence> children = new LinkedHashMap<>();
    final List<ControlRecord> controls = new ArrayList<>();
    final Map<Relation, Long> erased = new LinkedHashMap<>();
    Optional<ChildKind> kind = Optional.empty();
    private final List<String> journal;
    private final RunKey run;
    private final Map<Relation, RelationSchema> schemas = new LinkedHashMap<>();
    private final List<WaveRecord> waves = new ArrayList<>();
    private final List<Transition> transitions = new ArrayList<>();
    RunState state = RunState.PLANNED;
    Optional<String> failure = Optional.empty();
    Optional<Position> streamPosition = Optional.empty();
    boolean fencedOut;
    /** Whether samples cannot be written. */
    boolean storeAway;

    final List<SourceLog> samples = new ArrayList<>();

    /** What the run waits for, as was written last. */
    List<Wait> waits = List.of();

    private Optional<String> source = Optional.empty();
    private Optional<String> slot = Optional.empty();
    private Optional<Position> boundary = Optional.empty();
    private long fence;

    FakeEvidence(RunKey run, List<String> journal) {
        this.run = run;
        this.journal = journal;
    }

    private void write(String what) {
        if (fencedOut) {
            throw new HandoffException(new Finding(ErrorCode.FENCED_OUT, "run", "a newer fence", "ours", "nothing"));
        }
        journal.add(what);
    }

    private void move(List<ChunkMove> moves) {
        for (ChunkMove move : moves) {
            ChunkRecord now = chunks.get(move.before().id());
            if (now == null
                    || now.state() != move.before().state()
                    || now.attempts() != move.before().attempts()) {
                throw HandoffException.bug("chunk", String.valueOf(now), "what the move starts from");
            }
            chunks.put(now.id(), move.after());
        }
    }

    @Override
    public RunWriter open(RunKey key, String schedule, String kind) {
        fence++;
        journal.add("fence " + fence);
        return this;
    }

    @Override
    public RunWriter openChild(RunKey child, ChildKind as) {
        FakeEvidence made = children.computeIfAbsent(child, key -> new FakeEvidence(key, journal));
        made.kind = Optional.of(as);
        made.source = source;
        return made.open(child, "", "");
    }

    @Override
    public RunWriter planChild(ChildPlan plan) {
        RunKey key = ChildRun.key(run, plan.kind(), plan.request());
        write("child plan of " + plan.chunks().size());
        if (plan.kind() == ChildKind.REFRESHED) {
            retire(plan.schema().relation());
        }
        RunWriter writer = openChild(key, plan.kind());
        FakeEvidence child = of(key);
        child.schemas.put(plan.schema().relation(), plan.schema());
        plan.chunks().forEach((id, range) -> child.chunks.put(id, ChunkRecord.planned(id, range)));
        answer(ControlAnswer.taken(plan.request(), key));
        return writer;
    }

    @Override
    public void remove(Relation relation, long request) {
        retire(relation);
        answer(ControlAnswer.done(request));
    }

    private void retire(Relation relation) {
        children.values().forEach(child -> child.retire(relation));
        if (schemas.remove(relation) != null) {
            write(run.runId() + " retires " + relation);
        }
    }

    private FakeEvidence of(RunKey key) {
        return children.getOrDefault(key, this);
    }

    @Override
    public List<ChildRun> children(RunKey parent) {
        return children.values().stream()
                .map(child -> new ChildRun(child.current(), run.runId(), child.kind.orElseThrow()))
                .toList();
    }

    @Override
    public long beginVerification(RunKey key, OptionalLong base, String requestedBy) {
        throw new UnsupportedOperationException("nobody verifies here");
    }

    @Override
    public RunState concludeVerification(VerificationOutcome outcome) {
        throw new UnsupportedOperationException("nobody verifies here");
    }

    @Override
    public List<VerificationRecord> verifications(RunKey key) {
        return List.of();
    }

    @Override
    public List<StreamWindow> streamWindows(RunKey key) {
        return List.of(); // nobody verifies here; what is promoted is in the log
    }

    @Override
    public List<StreamTouch> streamTouches(RunKey key) {
        return List.of();
    }

    @Override
    public List<VerifiedRelation> verifiedRelations(long verificationId) {
        return List.of();
    }

    @Override
    public long request(ControlRequest request) {
        long id = controls.size() + 1L;
        controls.add(new ControlRecord(
                id,
                request,
                Instant.EPOCH,
                ControlState.REQUESTED,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
        return id;
    }

    @Override
    public List<ControlRecord> controls(RunKey key) {
        return List.copyOf(controls);
    }

    @Override
    public List<ControlRecord> requested(RunKey key) {
        return controls.stream()
                .filter(control -> control.state() == ControlState.REQUESTED)
                .toList();
    }

    @Override
    public void answer(ControlAnswer answer) {
        write("request " + answer.id() + " " + answer.state().text());
        controls.replaceAll(c -> c.id() != answer.id()
                ? c
                : new ControlRecord(
                        c.id(),
                        c.request(),
                        c.requestedAt(),
                        answer.state(),
                        answer.child().or(c::child),
                        answer.code(),
                        answer.reason(),
                        Optional.of(Instant.EPOCH)));
    }

    @Override
    public void recordErased(Relation relation, long rows) {
        write("erased " + rows + " of " + relation);
        erased.merge(relation, rows, Long::sum);
    }

    @Override
    public long fence() {
        return fence;
    }

    @Override
    public RunRecord current() {
        return new RunRecord(
                run,
                state,
                fence,
                "copy-then-stream",
                source,
                slot,
                boundary,
                Optional.empty(),
                0,
                failure,
                failure,
                streamPosition,
                OptionalLong.empty(),
                0,
                ChangeCounts.NONE,
                Instant.EPOCH,
                Instant.EPOCH);
    }

    @Override
    public void transition(RunState to, Optional<String> reason, Optional<String> code) {
        write("state " + to.text());
        state = to;
    }

    @Override
    public void bindSource(String identity) {
        write("bound to " + identity);
        source = Optional.of(identity);
    }

    @Override
    public void followSource(String identity, String reason) {
        write("followed to " + identity);
        source = Optional.of(identity);
        transitions.add(new Transition(state, state, Instant.EPOCH, fence, Optional.of(reason), Optional.empty()));
    }

    @Override
    public void bindLanes(int lanes) {
        write("lanes " + lanes);
    }

    @Override
    public void intendSlot(String slotName) {
        write("slot intended");
        slot = Optional.of(slotName);
    }

    @Override
    public void recordSlot(String slotName, Position consistentLsn) {
        write("boundary " + consistentLsn);
        boundary = Optional.of(consistentLsn);
        state = RunState.SLOT_CREATED;
    }

    @Override
    public void recordPlan(List<RelationSchema> contract, Map<ChunkId, KeyRange> ranges, Set<ChunkId> members) {
        write("plan of " + ranges.size());
        contract.forEach(s -> schemas.put(s.relation(), s));
        ranges.forEach((id, range) -> {
            ChunkRecord planned = ChunkRecord.planned(id, range);
            chunks.put(id, members.contains(id) ? planned.member(0, boundary.orElseThrow()) : planned);
        });
        waves.add(new WaveRecord(
                0, boundary.orElseThrow(), Optional.empty(), Instant.EPOCH, Optional.empty(), Optional.empty()));
        state = RunState.SNAPSHOT_EXPORTED;
    }

    @Override
    public void openWave(int wave, Position floor, List<ChunkMove> members) {
        write("wave " + wave + " of " + members.size());
        move(members);
        waves.add(new WaveRecord(wave, floor, Optional.empty(), Instant.EPOCH, Optional.empty(), Optional.empty()));
    }

    @Override
    public void recordWaveBoundary(int wave, Position view) {
        write("wave " + wave + " at " + view);
        if (state == RunState.SLOT_CREATED) {
            state = RunState.SNAPSHOT_EXPORTED;
        }
    }

    @Override
    public void closeWave(int wave, boolean lost, List<ChunkMove> released) {
        write("wave " + wave + (lost ? " lost" : " copied"));
        move(released);
        waves.replaceAll(w -> w.wave() != wave
                ? w
                : new WaveRecord(
                        wave,
                        w.floor(),
                        w.boundary(),
                        w.openedAt(),
                        Optional.of(Instant.EPOCH),
                        Optional.of(lost ? "lost" : "copied")));
    }

    @Override
    public void claim(List<ChunkMove> claims) {
        claims.forEach(c -> write(
                "claim " + c.after().attempt() + " gate " + c.after().gate().orElseThrow()));
        move(claims);
        state = RunState.COPYING_TABLE;
    }

    @Override
    public void promote(Promotion promotion) {
        promotion.copied().forEach(c -> write("copied " + c.after().attempt()));
        promotion.streamPosition().ifPresent(p -> write("position " + p));
        promotion.touches().forEach(t -> write("touched " + t.from() + " to " + t.to() + " " + t.relations()));
        move(promotion.copied());
        if (promotion.streamPosition().isPresent()) {
            streamPosition = promotion.streamPosition();
            state = state == RunState.STREAM_HANDOFF_READY ? RunState.STREAMING : state;
        }
    }

    @Override
    public void sample(SourceLog log) {
        if (storeAway) {
            throw new HandoffException(
                    new Finding(ErrorCode.EVIDENCE_UNAVAILABLE, "evidence", "no answer", "an answer", "start it"));
        }
        write("sample");
        samples.add(log);
    }

    @Override
    public void waits(List<Wait> present) {
        if (storeAway) {
            throw new HandoffException(
                    new Finding(ErrorCode.EVIDENCE_UNAVAILABLE, "evidence", "no answer", "an answer", "start it"));
        }
        write("waits " + present.stream().map(Wait::what).toList());
        waits = List.copyOf(present);
    }

    @Override
    public List<Blocker> completeCopy(List<Blocker> drift) {
        boolean copied = chunks.values().stream()
                .filter(c -> schemas.containsKey(c.id().relation()))
                .allMatch(c -> c.state() == ChunkState.COPIED);
        if (!drift.isEmpty() || !copied) {
            return List.of(new Blocker("HANDOFF-6005", "run", "not complete", "wait"));
        }
        write("handoff");
        state = RunState.STREAM_HANDOFF_READY;
        return List.of();
    }

    @Override
    public void haltFromSink(long haltId, String code, String reason) {
        halt(code, reason);
    }

    @Override
    public void halt(String code, String reason) {
        write("halt " + code);
        state = RunState.FAILED_RECOVERABLE;
        failure = Optional.of(code);
    }

    @Override
    public void resume() {
        write("resume");
        state = RunState.COPYING_TABLE;
    }

    @Override
    public void requireSchema() {}

    @Override
    public Optional<RunRecord> run(RunKey key) {
        return Optional.of(of(key).current());
    }

    @Override
    public List<RunRecord> runs(String sourceId, String datasetId) {
        return List.of(current());
    }

    @Override
    public List<RelationRecord> relations(RunKey key) {
        return List.of();
    }

    @Override
    public Map<Relation, RelationSchema> schemas(RunKey key) {
        return of(key).schemas;
    }

    @Override
    public List<ChunkRecord> chunks(RunKey key) {
        return List.copyOf(of(key).chunks.values());
    }

    @Override
    public List<WaveRecord> waves(RunKey key) {
        return List.copyOf(of(key).waves);
    }

    @Override
    public List<HandoffEvent> handoffEvents(RunKey key) {
        return List.of();
    }

    @Override
    public List<Transition> transitions(RunKey key) {
        return List.copyOf(transitions);
    }

    @Override
    public <T> T atOneMoment(Supplier<T> reading) {
        return reading.get();
    }

    @Override
    public List<RunWait> waits(RunKey key) {
        return List.of();
    }

    @Override
    public List<RunSample> samples(RunKey key) {
        return List.of();
    }

    @Override
    public void close() {}
}
