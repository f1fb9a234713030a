package io.trellara.handoff.job.progress;

import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
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
    private Optional<Lsn> stream = Optional.empty();
    private Optional<String> failureCode = Optional.empty();
    private Instant updatedAt = NOW;
    private final List<WaveRecord> waves = new ArrayList<>();

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
    public RunFixture openWave(int number, Optional<Lsn> boundary) {
        waves.add(new WaveRecord(number, new Lsn(100), boundary, NOW, Optional.empty(), Optional.empty()));
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
        return new RunFacts(run, List.of(relation), waves, List.of());
    }
}
