package io.trellara.handoff.evidence;

import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Walks a run of two relations through its states, as a coordinator would. */
final class EvidenceRun {
    static final RunKey RUN = new RunKey("shop", "orders", "run-1");
    static final Lsn BOUNDARY = Lsn.parse("0/5000");
    static final Relation ORDERS = Relation.parse("public.orders");
    static final Relation LINES = Relation.parse("public.lines");

    private final EvidenceStore store;
    private final RunWriter writer;

    EvidenceRun(EvidenceStore store) {
        this.store = store;
        writer = store.open(RUN, "copy-then-stream", "postgresql");
    }

    RunWriter writer() {
        return writer;
    }

    RunRecord row() {
        return store.run(RUN).orElseThrow();
    }

    /** Up to snapshot_exported, with wave 0's view open: two chunks of each relation. */
    EvidenceRun plan() {
        return plan(2);
    }

    EvidenceRun plan(int chunksPerRelation) {
        record("pg:7000:1:shop", BOUNDARY, chunksPerRelation);
        writer.recordWaveBoundary(0, BOUNDARY);
        return this;
    }

    /** The same at a MySQL server, where each reader opens a view of its own. */
    EvidenceRun planWithOwnViews(Position boundary) {
        record("mysql:3e11fa47-71ca-11e1-9e33-c80aa9429562", boundary, 2);
        return this;
    }

    private void record(String source, Position boundary, int chunksPerRelation) {
        writer.bindSource(source);
        if (row().state() == RunState.PLANNED) {
            writer.intendSlot("handoff_orders");
            writer.recordSlot("handoff_orders", boundary);
        }
        Map<ChunkId, KeyRange> chunks = new LinkedHashMap<>();
        for (Relation relation : List.of(ORDERS, LINES)) {
            IntStream.range(0, chunksPerRelation)
                    .forEach(i -> chunks.put(new ChunkId(relation, i), range(i, chunksPerRelation)));
        }
        writer.recordPlan(List.of(schema(ORDERS), schema(LINES)), chunks, chunks.keySet());
    }

    List<ChunkMove> moves(ChunkState from, UnaryOperator<ChunkRecord> step) {
        return store.chunks(RUN).stream()
                .filter(chunk -> chunk.state() == from)
                .map(chunk -> new ChunkMove(chunk, step.apply(chunk)))
                .toList();
    }

    EvidenceRun claimAll() {
        writer.claim(moves(ChunkState.MEMBER, chunk -> chunk.claimed(BOUNDARY)));
        return this;
    }

    /** What checkpoint {@code checkpoint} promotes: ten rows of 100 bytes in each claimed chunk. */
    Promotion copied(long checkpoint) {
        return new Promotion(
                checkpoint,
                moves(ChunkState.CLAIMED, chunk -> chunk.copied(10, 100, checkpoint)),
                Optional.empty(),
                ChangeCounts.NONE);
    }

    EvidenceRun copyAll() {
        plan().claimAll();
        writer.promote(copied(3));
        return this;
    }

    static Promotion streamed(long checkpoint, String position) {
        return new Promotion(checkpoint, List.of(), Optional.of(Lsn.parse(position)), ChangeCounts.NONE);
    }

    static RelationSchema schema(Relation relation) {
        return new RelationSchema(
                relation,
                List.of(
                        new Column("note \"x\", y", "text", 25, true, KeyOrder.TEXT),
                        new Column("line", "integer", 23, false, KeyOrder.INTEGER),
                        new Column("id", "\"Odd\".\"ty,pe\"", (int) 4_000_000_000L, false, KeyOrder.UNORDERED)),
                List.of(2, 1),
                "ab".repeat(32));
    }

    private static KeyRange range(int i, int count) {
        Optional<Key> lower = i == 0 ? Optional.empty() : Optional.of(key(i));
        Optional<Key> upper = i == count - 1 ? Optional.empty() : Optional.of(key(i + 1));
        return KeyRange.of(lower, upper);
    }

    private static Key key(int i) {
        return new Key(List.of("a\"\\\n\tü\u0001,[" + i, Integer.toString(i)));
    }
}
