package io.trellara.handoff.job.progress;

import io.trellara.handoff.evidence.ChildKind;
import io.trellara.handoff.evidence.ChildRun;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.RunWait;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.evidence.VerificationScope;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.model.WaitKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A run's facts, as a test wants them. */
public final class RunFixture {
    public static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private final RunState state;
    private int chunksCopied;
    private Optional<Position> stream = Optional.empty();
    private Optional<String> failureCode = Optional.empty();
    private Instant updatedAt = NOW;
    private final List<WaveRecord> waves = new ArrayList<>();
    private final List<ControlRecord> controls = new ArrayList<>();
    private final List<RunFacts.Verification> verifications = new ArrayList<>();
    private final List<RunWait> waits = new ArrayList<>();
    private boolean again;

    private RunFixture(RunState state) {
        this.state = state;
    }

    public static RunFixture run(RunState state) {
        return new RunFixture(state);
    }

    public RunFixture chunksCopied(int chunks) {
        chunksCopied = chunks;
        return this;
    }

    public RunFixture streamed(long position) {
        stream = Optional.of(new Lsn(position));
        return this;
    }

    public RunFixture failed(String code) {
        failureCode = Optional.of(code);
        return this;
    }

    public RunFixture updatedAt(Instant at) {
        updatedAt = at;
        return this;
    }

    /** An open wave, with or without its view's boundary. */
    public RunFixture openWave(int number, Optional<Position> boundary) {
        waves.add(new WaveRecord(number, new Lsn(100), boundary, NOW, Optional.empty(), Optional.empty()));
        return this;
    }

    /** A wait for session 4711 and its transaction 733, which began that many seconds ago and was seen just now. */
    public RunFixture waits(WaitKind kind, long seconds, Optional<Instant> endedAt) {
        waits.add(new RunWait(
                kind,
                new RunWait.Span(NOW.minusSeconds(seconds), NOW, endedAt),
                kind.text() + " waits for transaction 733 of session 4711",
                OptionalLong.of(4711),
                Optional.of("733"),
                Optional.of(NOW.minusSeconds(seconds + 40)),
                new RunWait.Past(1, 0)));
        return this;
    }

    /** Ten chunks of a hundred rows. */
    public RunFacts facts() {
        RunRecord run = new RunRecord(
                new RunKey("shop", "orders", "1"),
                state,
                3,
                "copy-then-stream",
                Optional.empty(),
                Optional.of("handoff_shop_orders_1"),
                Optional.of(new Lsn(100)),
                Optional.of("public.orders"),
                chunksCopied * 100L,
                failureCode,
                failureCode.map(code -> "a reason"),
                stream,
                OptionalLong.empty(),
                0,
                ChangeCounts.NONE,
                NOW.minusSeconds(60),
                updatedAt);
        RelationRecord relation = new RelationRecord(
                new Relation("public", "orders"),
                "copying",
                chunksCopied * 100L,
                Optional.empty(),
                10,
                chunksCopied,
                chunksCopied * 5_000L,
                0,
                "f1",
                "id",
                Optional.empty(),
                Optional.empty());
        return new RunFacts(
                run, List.of(relation), waves, List.of(), children(run, relation), controls, verifications, waits);
    }

    /** What was asked, in that order, each in that state. */
    public RunFixture asked(ControlState state, ControlRequest request) {
        controls.add(new ControlRecord(
                controls.size() + 1L,
                request,
                NOW,
                state,
                Optional.empty(),
                Optional.empty(),
                state == ControlState.REFUSED ? Optional.of("it cannot be") : Optional.empty(),
                Optional.of(NOW)));
        return this;
    }

    /** A verification that was concluded so, of 400 rows; three differ where it is a divergence. */
    public RunFixture verified(long id, Verdict verdict) {
        VerificationRecord row = new VerificationRecord(
                id,
                new RunKey("shop", "orders", "1"),
                VerificationRecord.FULL,
                verdict,
                Optional.of(new Lsn(200)),
                Optional.of(new Lsn(210)),
                1,
                400,
                0,
                Optional.of("a finding"),
                NOW,
                Optional.of(NOW.plusSeconds(5)),
                "ann",
                Optional.of("d"),
                VerificationScope.ALL);
        Relation relation = new Relation("public", "orders");
        VerifiedRelation found =
                new VerifiedRelation(relation, "plain-1", 400, 400, 10, 1, 1, 1, 0, "a", "b", List.of(3));
        verifications.add(new RunFacts.Verification(row, verdict == Verdict.DIVERGED ? List.of(found) : List.of()));
        return this;
    }

    /** A run within it that copies the relation again. */
    public RunFixture copiesAgain() {
        again = true;
        return this;
    }

    private List<RunFacts.Child> children(RunRecord run, RelationRecord relation) {
        if (!again) {
            return List.of();
        }
        RunRecord child = new RunRecord(
                ChildRun.key(run.run(), ChildKind.RECOPY, 7),
                RunState.COPYING_TABLE,
                1,
                run.schedule(),
                Optional.empty(),
                run.slotName(),
                run.consistentLsn(),
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                0,
                ChangeCounts.NONE,
                NOW,
                NOW);
        return List.of(new RunFacts.Child(new ChildRun(child, run.run().runId(), ChildKind.RECOPY), List.of(relation)));
    }
}
