package io.trellara.handoff.coordinate;

import io.trellara.handoff.evidence.ChunkMove;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.state.ChunkReport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where every chunk stands: in the evidence, and in this coordinator's life. Answers with moves to be written, and
 * takes them over once they are durable. Pure; coordinator thread.
 */
final class ChunkTracker {
    private final Map<Relation, RelationSchema> schemas;
    private final Map<ChunkId, ChunkRecord> records = new LinkedHashMap<>();
    private final Map<ChunkId, Integer> readers = new HashMap<>();
    private final Map<ChunkId, Integer> retryAt = new HashMap<>();
    private final Deque<ChunkId> ready = new ArrayDeque<>();
    private volatile int total;
    private final AtomicInteger copied = new AtomicInteger();
    private final AtomicLong copiedRows = new AtomicLong();

    /** A tracker over the evidence's chunks, in plan order. */
    ChunkTracker(Collection<ChunkRecord> chunks, Map<Relation, RelationSchema> schemas) {
        this.schemas = schemas;
        chunks.forEach(this::put);
    }

    private void put(ChunkRecord chunk) {
        ChunkRecord before = records.put(chunk.id(), chunk);
        if (chunk.state() == ChunkState.COPIED && (before == null || before.state() != ChunkState.COPIED)) {
            copied.incrementAndGet();
            copiedRows.addAndGet(chunk.copiedRows());
        }
        total = records.size();
    }

    /** A claim to be written, and the reader it is for. */
    record Claim(int subtask, ChunkMove move) {}

    /** Takes over moves that are durable now. */
    void apply(List<ChunkMove> moves) {
        for (ChunkMove move : moves) {
            put(move.after());
            if (move.after().state() == ChunkState.COPIED) {
                readers.remove(move.after().id());
                retryAt.remove(move.after().id());
            }
        }
    }

    /** Whether it is a chunk of this plan. */
    boolean owns(ChunkId id) {
        return records.containsKey(id);
    }

    ChunkRecord record(ChunkId id) {
        return Optional.ofNullable(records.get(id)).orElseThrow();
    }

    List<ChunkRecord> all() {
        return List.copyOf(records.values());
    }

    /** All chunks; any thread. */
    int total() {
        return total;
    }

    /** Durable chunks; any thread. */
    int copied() {
        return copied.get();
    }

    /** Rows of durable chunks; any thread. */
    long copiedRows() {
        return copiedRows.get();
    }

    boolean allCopied() {
        return copied.get() == total;
    }

    /** Whether no reader holds a chunk that is not durable. */
    boolean quiet() {
        return readers.isEmpty();
    }

    /**
     * Moves that make chunks members of a new wave: all that were claimed before, and up to {@code most} others, in
     * plan order. Only while {@link #quiet}.
     */
    List<ChunkMove> members(int wave, Position floor, long most) {
        Map<Relation, Position> begun = begunFloors();
        return WaveMembers.of(all(), schemas, most).stream()
                .map(this::record)
                .map(r -> new ChunkMove(r, r.member(wave, begun.getOrDefault(r.id().relation(), floor))))
                .toList();
    }

    /**
     * The floors of relations without an order of keys that were claimed in part: the gate opens each as a whole, so
     * the stream cannot pass before all of it is durable, and what joins a later wave shares the floor.
     */
    private Map<Relation, Position> begunFloors() {
        Map<Relation, List<ChunkRecord>> unordered = records.values().stream()
                .filter(r -> !schema(r.id().relation()).keyOrdered())
                .collect(Collectors.groupingBy(r -> r.id().relation()));
        Map<Relation, Position> floors = new HashMap<>();
        unordered.forEach((relation, own) -> {
            if (own.stream().anyMatch(r -> r.attempts() > 0)
                    && own.stream().anyMatch(r -> r.state() != ChunkState.COPIED)) {
                own.stream()
                        .flatMap(r -> r.firstFloor().stream())
                        .reduce(Position::common)
                        .ifPresent(floor -> floors.put(relation, floor));
            }
        });
        return floors;
    }

    /** The smallest first floor of all that is not durable; empty where nothing holds the stream (R2). */
    Optional<Position> floor() {
        Stream<Position> chunks = records.values().stream()
                .filter(r -> r.state() == ChunkState.MEMBER || r.state() == ChunkState.CLAIMED)
                .flatMap(r -> r.firstFloor().stream());
        return Stream.concat(chunks, begunFloors().values().stream()).reduce(Position::common);
    }

    /** Whether every member of the open wave is durable. */
    boolean waveCopied() {
        return records.values().stream()
                .allMatch(r -> r.state() == ChunkState.COPIED || r.state() == ChunkState.PLANNED);
    }

    /** Moves that give up the members of a lost wave that were never claimed. */
    List<ChunkMove> released() {
        return records.values().stream()
                .filter(r -> r.state() == ChunkState.MEMBER && r.attempts() == 0)
                .map(r -> new ChunkMove(r, r.released()))
                .toList();
    }

    /** Puts every member of the wave that is not copied and that no reader holds in line for reading. */
    void line() {
        ready.clear();
        records.values().stream()
                .filter(r -> r.state() == ChunkState.MEMBER || r.state() == ChunkState.CLAIMED)
                .filter(r -> !readers.containsKey(r.id()))
                .forEach(r -> ready.add(r.id()));
    }

    /** Empties the line: the view is lost. */
    void unline() {
        ready.clear();
    }

    /**
     * Claims for the readers that ask, one chunk for each entry of {@code asking}. A chunk whose last attempt failed in
     * a living reader goes to that reader again: its rows follow the old ones through the same channel.
     *
     * @param share the chunks that each reader reads by preference
     * @param views the boundary of the view that a reader would read in; empty where it has none yet: then its chunk
     *     stays in line
     */
    List<Claim> claims(List<Integer> asking, ReaderShare share, IntFunction<Optional<Position>> views) {
        List<Claim> claims = new ArrayList<>();
        int waiting = 0;
        for (int subtask : asking) {
            Optional<ChunkId> next = ready.size() > waiting ? next(subtask, share) : Optional.empty();
            Optional<Position> view = next.isPresent() ? views.apply(subtask) : Optional.empty();
            if (view.isPresent()) {
                ChunkRecord chunk = record(next.orElseThrow());
                ready.remove(chunk.id());
                readers.put(chunk.id(), subtask);
                claims.add(new Claim(
                        subtask, new ChunkMove(chunk, chunk.claimed(view.get()).by(subtask))));
            } else if (next.isPresent()) {
                waiting++;
            }
        }
        return claims;
    }

    private Optional<ChunkId> next(int subtask, ReaderShare share) {
        List<ChunkId> allowed = ready.stream()
                .filter(id -> retryAt.getOrDefault(id, subtask) == subtask)
                .toList();
        return allowed.stream()
                .filter(id -> share.prefers(subtask, id))
                .findFirst()
                .or(() -> allowed.stream().findFirst());
    }

    /** A claim that could not be handed out; in line again where the view still stands. */
    void unassign(ChunkId id, boolean line) {
        readers.remove(id);
        if (line) {
            ready.addFirst(id);
        }
    }

    /** An attempt ended early; false where that attempt is not the present one. */
    boolean failed(ChunkAttempt attempt) {
        ChunkRecord record = record(attempt.chunk());
        Integer reader = readers.get(attempt.chunk());
        if (record.attempts() != attempt.attempt() || reader == null) {
            return false;
        }
        readers.remove(attempt.chunk());
        retryAt.put(attempt.chunk(), reader);
        return true;
    }

    /** Puts a chunk back in line for another attempt in the same view. */
    void again(ChunkId id) {
        ready.addFirst(id);
    }

    /** A reader was reset: what it held has to be read again, by any reader. */
    void lost(int subtask) {
        readers.values().removeIf(reader -> reader == subtask);
        retryAt.values().removeIf(reader -> reader == subtask);
    }

    /**
     * The moves that these reports allow once their checkpoint is complete: only chunks of this plan, only claimed
     * ones, only their attempt (R4).
     */
    List<ChunkMove> promotable(List<ChunkReport> reports, long checkpointId) {
        List<ChunkMove> moves = new ArrayList<>();
        for (ChunkReport report : reports) {
            ChunkRecord record = records.get(report.attempt().chunk());
            if (record != null
                    && record.state() == ChunkState.CLAIMED
                    && record.attempts() == report.attempt().attempt()) {
                moves.add(new ChunkMove(record, record.copied(report.rows(), report.bytes(), checkpointId)));
            }
        }
        return moves;
    }

    RelationSchema schema(Relation relation) {
        return Optional.ofNullable(schemas.get(relation)).orElseThrow();
    }

    Collection<RelationSchema> schemas() {
        return schemas.values();
    }
}
