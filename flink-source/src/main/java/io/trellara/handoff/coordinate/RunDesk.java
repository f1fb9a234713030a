package io.trellara.handoff.coordinate;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.Blocker;
import io.trellara.handoff.evidence.ChunkMove;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.Promotion;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.RunWriter;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.model.SourceLog;
import io.trellara.handoff.model.Wait;
import io.trellara.handoff.model.WaitKind;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's writing side: every method blocks, runs on the evidence thread, and returns only when what it did
 * is durable. It decides nothing; the coordinator does.
 */
final class RunDesk implements WaveDesk, AutoCloseable {
    /** States that a run reaches only behind its handoff events. */
    static final Set<RunState> RECORDED =
            EnumSet.of(RunState.STREAM_HANDOFF_READY, RunState.STREAMING, RunState.VERIFIED);

    private final SourceConfig config;
    private final Doors doors;
    private @Nullable EvidenceStore store;
    private @Nullable RunWriter writer;
    private Optional<TargetControl> target = Optional.empty();
    private volatile Optional<String> source = Optional.empty();
    private volatile boolean followed;

    RunDesk(SourceConfig config, Doors doors) {
        this.config = config;
        this.doors = doors;
    }

    /** The desk for runs within this one. */
    FamilyDesk family() {
        return new FamilyDesk(config.run(), config.replication().slot(), doors, this);
    }

    /** Takes the run over (R6), checks what it is bound to (R8), and tells where it stands. */
    RunOpening open() {
        EvidenceStore evidence = doors.evidence();
        store = evidence;
        evidence.requireSchema();
        target = doors.target();
        RunWriter opened = evidence.open(
                config.run(),
                config.copy().waves().schedule().text(),
                config.connection().kind().text());
        writer = opened;
        RunOpening opening = new RunStart(config, doors.dialect(), target).open(evidence, opened);
        source = opened.current().sourceIdentity();
        followed = Failover.followed(evidence.transitions(config.run()));
        return opening;
    }

    /** The source that the run is bound to, for everything that opens a view or the stream (R8). Any thread. */
    String source() {
        return source.orElseThrow(() -> HandoffException.bug(
                "coordinator", "a run without a source", "a source bound when the run was opened"));
    }

    /** Whether the run has followed its source to a later timeline (R8). Any thread. */
    boolean followed() {
        return followed;
    }

    /** The slot exists and its view is open: the boundary is recorded before anything is read (R1). */
    void recordSlot(Position boundary) {
        writer().recordSlot(config.replication().slot(), boundary);
    }

    /**
     * Prepares the target for the plan, and records it with wave 0, in the view that it was made in where that is
     * shared.
     */
    RunOpening recordPlan(CopyPlan plan, Optional<Position> viewBoundary) {
        target.ifPresent(control -> control.prepare(plan.schemas()));
        writer().recordPlan(
                        plan.schemas(),
                        plan.chunks(),
                        plan.firstWave(config.copy().waveChunks()));
        viewBoundary.ifPresent(boundary -> writer().recordWaveBoundary(0, boundary));
        return RunStart.reading(store(), config.run(), writer());
    }

    /** A fresh floor; whatever the stream has reached, it covers (R2). Asks the source. */
    @Override
    public Position freshFloor(Position reached) {
        Position floor = doors.dialect().currentPosition(source(), reached);
        if (!floor.covers(reached)) {
            throw new HandoffException(new Finding(
                    ErrorCode.STATE_IMPOSSIBLE,
                    "run " + config.run(),
                    "a log that ends at " + floor + ", and a stream that has reached " + reached,
                    "a log that holds all that was streamed",
                    "see whether the source server was restored from a backup; if so, start a new run"));
        }
        return floor;
    }

    @Override
    public void openWave(int wave, Position floor, List<ChunkMove> members) {
        writer().openWave(wave, floor, members);
    }

    @Override
    public void recordWaveBoundary(int wave, Position boundary) {
        writer().recordWaveBoundary(wave, boundary);
    }

    @Override
    public void closeWave(int wave, boolean lost, List<ChunkMove> released) {
        writer().closeWave(wave, lost, released);
    }

    @Override
    public void claim(List<ChunkMove> claims) {
        writer().claim(claims);
    }

    /**
     * Requires source and slot to be the run's own, once it has one. Where that has followed its source to a later
     * timeline, what this coordinator remembers of views and floors is void: it fails, to start again.
     */
    void requireSource() {
        if (writer().current().consistentLsn().isPresent()) {
            new RunStart(config, doors.dialect(), target).requireSource(store(), writer());
            Optional<String> now = writer().current().sourceIdentity();
            if (!now.equals(source)) {
                throw Failover.followed(now.orElse(""));
            }
        }
    }

    /** Raises the sink's generation, and halts where a sink has left a reason to; 0 where the sink is not ours. */
    long raiseGeneration(WaitBook waits) {
        if (target.isEmpty()) {
            return 0;
        }
        RunStart.requireNoSinkHalt(target.get(), writer());
        long raised = target.get().raiseGeneration(wait -> {
            waits.waiting(wait);
            waits(waits.present()); // this is the thread that would write it
        });
        waits.over(List.of(WaitKind.GENERATION));
        return raised;
    }

    /** Promotes what a completed checkpoint holds, once the sink's own count agrees with the readers' (R4). */
    void promote(Promotion promotion) {
        requireCounts(promotion.copied());
        writer().promote(promotion);
    }

    void requireCounts(List<ChunkMove> copied) {
        if (target.isEmpty() || copied.isEmpty()) {
            return;
        }
        Collection<ChunkAttempt> attempts =
                copied.stream().map(m -> m.after().attempt()).toList();
        Map<ChunkAttempt, Long> applied = target.get().applied(attempts);
        for (ChunkMove move : copied) {
            ChunkRecord chunk = move.after();
            long rows = applied.getOrDefault(chunk.attempt(), 0L);
            if (rows != chunk.copiedRows()) {
                throw HandoffDrift.miscounted(chunk, rows);
            }
        }
    }

    /** The copy is complete: handoff events and the ready state, or the reason why not (R9). */
    void completeCopy() {
        completeCopy(config.run(), writer());
    }

    /** Behind its handoff events, whatever a verification has found since. */
    private static boolean recorded(RunRecord run) {
        return RECORDED.contains(run.state()) || run.divergenceProven();
    }

    /** The same for a run within this one. */
    void completeCopy(RunKey run, RunWriter own) {
        List<Finding> drift =
                doors.dialect().checkContract(List.copyOf(store().schemas(run).values()));
        if (drift.isEmpty() && recorded(own.current())) {
            return;
        }
        List<Blocker> blockers =
                own.completeCopy(drift.stream().map(HandoffDrift::blocker).toList());
        if (!drift.isEmpty()) {
            throw new HandoffException(drift, null);
        }
        if (!blockers.isEmpty()) {
            throw HandoffDrift.blocked(blockers);
        }
    }

    /**
     * Where the stream starts at least: what the evidence holds, or the run's boundary. Halts where the target's ledger
     * is older than what a checkpoint held: the target was rolled back (design §7).
     */
    Position durablePosition(Optional<Position> restoredMark) {
        Position boundary = writer().current().consistentLsn().orElseThrow();
        Position durable = writer().current().streamPosition().orElse(boundary);
        Position required = durable.with(restoredMark.orElse(boundary));
        if (target.isPresent() && !boundary.covers(required)) {
            Optional<Lsn> ledger = target.get().ledger();
            if (ledger.isEmpty() || !ledger.get().covers(required.place())) {
                throw new HandoffException(new Finding(
                        ErrorCode.LEDGER_BEHIND,
                        "target ledger",
                        ledger.map(Lsn::toString).orElse("no position"),
                        required.place() + " or later",
                        "if the target was restored from a backup, start a new run"));
            }
        }
        return durable;
    }

    /** The run's row as it is now, whoever is its writer. */
    RunRecord seen() {
        return store().run(config.run()).orElseThrow();
    }

    /** Appends to what is kept of the run over time. */
    void sample(SourceLog log) {
        writer().sample(log);
    }

    /** Records what is waited for. No step of the run goes by it, so it fails none: false where it is not written. */
    boolean waits(List<Wait> present) {
        try {
            writer().waits(present);
            return true;
        } catch (HandoffException failure) {
            if (failure.code() == ErrorCode.FENCED_OUT) {
                throw failure;
            }
            return false;
        }
    }

    /** Records a halt, unless it is recorded already, or this coordinator has nothing to say any more (R6). */
    void halt(HandoffException reason) {
        RunWriter present = writer;
        if (present != null && reason.code() != ErrorCode.FENCED_OUT && reason.code() != ErrorCode.RUN_HALTED) {
            present.halt(reason.code().label(), reason.finding().text());
            waits(List.of()); // a run that has halted waits for an operator only
        }
    }

    @Override
    public Dialect dialect() {
        return doors.dialect();
    }

    EvidenceStore store() {
        return required(store);
    }

    RunWriter writer() {
        return required(writer);
    }

    private static <T> T required(@Nullable T door) {
        if (door == null) {
            throw HandoffException.bug("coordinator", "a write before the run was opened", "open first");
        }
        return door;
    }

    @Override
    public void close() {
        target.ifPresent(TargetControl::close);
        EvidenceStore present = store;
        if (present != null) {
            present.close();
        }
    }
}
