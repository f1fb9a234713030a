package io.trellara.handoff.report;

import io.trellara.handoff.evidence.ChunkReading;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.evidence.HandoffEvent;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunSample;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.model.SourceLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Facts of runs, made by hand. */
final class ReportFixture {
    static final Instant START = Instant.parse("2026-11-30T08:00:00Z");
    static final String SECRET_KEY = "key-of-a-row";
    static final ReportContext CONTEXT = new ReportContext(
            START.plus(Duration.ofHours(2)),
            ReportContext.Side.of("postgresql", "jdbc:postgresql://db.example:5432/shop?password=sesame"),
            ReportContext.Side.of("mysql", "jdbc:mysql://warehouse.example:3306/shop"),
            List.of("Trellara Handoff 0.1.0"));

    private ReportFixture() {}

    static RunRecord run(RunState state) {
        boolean failed = state == RunState.FAILED_RECOVERABLE;
        return new RunRecord(
                new RunKey("shop", "orders", "1"),
                state,
                3,
                "copy-then-stream",
                Optional.of("pg:7714044800993027618:1:shop"),
                Optional.of("handoff_shop"),
                Optional.of(Lsn.parse("0/7471D88")),
                Optional.empty(),
                100,
                failed ? Optional.of("HANDOFF-4002 SLOT_MISSING") : Optional.empty(),
                failed ? Optional.of("the slot <is> gone & cannot come back") : Optional.empty(),
                Optional.of(Lsn.parse("0/8000000")),
                OptionalLong.of(9),
                0,
                new ChangeCounts(16_878, 3_780, 483),
                START,
                START.plusSeconds(3_600));
    }

    static RelationRecord relation(String name, long rows) {
        return new RelationRecord(
                new Relation("shop", name),
                "copied",
                rows,
                Optional.of(Lsn.parse("0/7471D88")),
                4,
                4,
                rows * 100,
                7,
                "ab".repeat(32),
                "id",
                Optional.of(START),
                Optional.of(START.plusSeconds(60)));
    }

    /** Claimed a second after the one before, by readers in turn, and durable every ten seconds. */
    static List<ChunkRecord> chunks(Relation relation, int count, int readers) {
        List<ChunkRecord> chunks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Instant claimed = START.plusSeconds(i);
            KeyRange range = KeyRange.of(Optional.of(new Key(List.of(SECRET_KEY + i))), Optional.empty());
            chunks.add(new ChunkRecord(
                    new ChunkId(relation, i),
                    range,
                    ChunkState.COPIED,
                    OptionalInt.of(0),
                    Optional.of(Lsn.parse("0/7471D88")),
                    Optional.of(Lsn.parse("0/7471D88")),
                    Optional.of(Lsn.parse("0/7471D88")),
                    i == 2 ? 3 : 1,
                    25,
                    2_500,
                    OptionalLong.of(i / 10 + 1L),
                    new ChunkReading(
                            OptionalInt.of(i % readers),
                            Optional.of(claimed),
                            Optional.of(START.plusSeconds(i / 10 * 10L + 12)))));
        }
        return chunks;
    }

    static List<Transition> transitions() {
        List<Transition> all = new ArrayList<>();
        RunState[] states = RunState.values();
        for (int i = 0; i < states.length - 3; i++) {
            all.add(new Transition(
                    states[i], states[i + 1], START.plusSeconds(i * 10L), 1, Optional.empty(), Optional.empty()));
        }
        return all;
    }

    static List<RunSample> samples(int count, Duration apart) {
        List<RunSample> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            samples.add(new RunSample(
                    START.plus(apart.multipliedBy(i)),
                    RunState.STREAMING,
                    100,
                    10_000,
                    new ChangeCounts(i * 50L, i * 3L, 0),
                    Optional.of(new Lsn(1000 + i)),
                    i % 7 == 3 ? SourceLog.UNKNOWN : log(i)));
        }
        return samples;
    }

    private static SourceLog log(int i) {
        return new SourceLog(
                OptionalLong.of(1_000_000L + i % 100 * 10_000L),
                OptionalLong.of(500 + i % 60 * 100L),
                OptionalLong.of(5_000_000L + i),
                OptionalLong.of(20_000_000),
                OptionalLong.empty());
    }

    static ReportFacts.Part part(RunState state, List<RelationRecord> relations, List<ChunkRecord> chunks) {
        List<HandoffEvent> events = relations.stream()
                .map(relation -> new HandoffEvent(
                        relation.relation(),
                        Lsn.parse("0/7471D88"),
                        relation.copiedRows(),
                        3,
                        relation.schemaFingerprint(),
                        Lsn.parse("0/7471D88"),
                        Lsn.parse("0/7471D88"),
                        START.plusSeconds(50)))
                .toList();
        List<WaveRecord> waves =
                List.of(wave(0, Optional.of("lost")), wave(1, Optional.of("copied")), wave(2, Optional.empty()));
        return new ReportFacts.Part(run(state), relations, chunks, waves, events, transitions());
    }

    private static WaveRecord wave(int number, Optional<String> outcome) {
        return new WaveRecord(
                number,
                Lsn.parse("0/7471D88"),
                Optional.of(Lsn.parse("0/7471D88")),
                START.plusSeconds(number * 60L),
                outcome.map(any -> START.plusSeconds(number * 60L + 30)),
                outcome);
    }

    /** A run that streams, with everything in it that an evidence may have. */
    static ReportFacts whole() {
        RelationRecord orders = relation("orders", 1_000);
        return new ReportFacts(
                part(RunState.STREAMING, List.of(orders, relation("customers", 300)), chunks(orders.relation(), 40, 2)),
                List.of(),
                List.of(),
                samples(60, Duration.ofSeconds(5)),
                List.of());
    }
}
