package io.trellara.handoff.sim;

import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.read.SimulatedStream;
import io.trellara.handoff.sink.SimulatedTarget;
import io.trellara.handoff.state.StreamPosition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One random interleaving of writers, two chunk readers, the stream, the sink, checkpoints and crashes.
 *
 * <p>A crash leaves the source, the chunks' evidence, the target, completed checkpoints and what was acknowledged. The
 * job comes back from its newest checkpoint, from an older one, or without any. At the end the target must equal the
 * source, and without a crash every change must have been delivered exactly once.
 */
final class SeamSchedule {
    private static final int LANES = 3;
    private static final int DRAIN_LIMIT = 10_000;
    private static final Lsn NOWHERE = Lsn.ZERO;

    /** What a completed checkpoint holds; there is no stream position before the stream is assigned. */
    private record Checkpoint(Optional<StreamPosition> stream, List<ChunkAttempt> reports) {}

    private final World world;
    private final SourceModel source;
    private final CopiedChunks chunks;
    private final SimulatedTarget target;
    private final Deliveries deliveries = new Deliveries();
    private final List<Checkpoint> checkpoints = new ArrayList<>();
    private int p0;
    private Lsn acknowledged;
    private int crashes;

    // what a crash takes
    private SimulatedCopy copy;
    private @Nullable SimulatedStream stream;
    private final List<Deque<Block>> channels = new ArrayList<>();
    private final List<Block> unflushed = new ArrayList<>();
    private final List<ChunkAttempt> reports = new ArrayList<>();
    private final Set<Integer> granted = new HashSet<>();

    SeamSchedule(long seed, Set<Rule> removed) {
        Random random = new Random(seed);
        int keys = random.nextInt(2, 9);
        List<Integer> cuts = random.ints(0, keys - 1)
                .limit(random.nextInt(Math.min(4, keys)))
                .distinct()
                .sorted()
                .boxed()
                .toList();
        this.source = new SourceModel(random, keys);
        this.chunks = new CopiedChunks(cuts, removed);
        this.world = new World(random, removed, random.nextInt(10) < 6, random.nextBoolean(), source, chunks);
        this.target = new SimulatedTarget(world.chance(60), this::lonePartial, this::doubleInsert);
        IntStream.range(0, random.nextInt(5)).forEach(i -> source.write());
        this.p0 = source.size();
        this.acknowledged = SourceModel.position(p0);
        IntStream.range(0, SimulatedCopy.READERS + 1).forEach(i -> channels.add(new ArrayDeque<>()));
        this.copy = new SimulatedCopy(world, p0, true);
        this.stream = world.woven() ? newStream(StreamPosition.at(acknowledged)) : null;
    }

    int crashes() {
        return crashes;
    }

    private void lonePartial(int key) {
        if (crashes == 0 && !source.missed().contains(key)) {
            throw new Violation("a partial update finds no row");
        }
    }

    private void doubleInsert(int key) {
        throw new Violation("a first attempt copies a row onto another");
    }

    private SimulatedStream newStream(StreamPosition at) {
        SimulatedStream opened = new SimulatedStream(source, at, LANES);
        granted.clear();
        if (world.without(Rule.R3_GATE)) {
            opened.grant(
                    List.of(new CopiedRange(SourceModel.SCHEMA.relation(), KeyRange.ALL, NOWHERE, NOWHERE)),
                    chunks.floor());
        }
        return opened;
    }

    private boolean read() {
        Optional<SimulatedCopy.Step> step = copy.read();
        step.ifPresent(read -> {
            read.block().ifPresent(block -> channels.get(read.reader()).add(block));
            read.report().ifPresent(reports::add);
            if (world.without(Rule.R4_DURABLE_FIRST)) {
                read.report().ifPresent(attempt -> chunks.copied(attempt, 0));
            }
        });
        return step.isPresent();
    }

    private boolean stream() {
        SimulatedStream reading = stream;
        if (reading == null) {
            return false;
        }
        grant(reading);
        boolean moved = reading.step(world.random().nextInt(1, 5));
        List<Block> blocks = new ArrayList<>(reading.take());
        deliveries.count(blocks);
        if (world.chance(40)) {
            blocks.addAll(reading.marks());
        }
        channels.get(SimulatedCopy.READERS).addAll(blocks);
        if (world.without(Rule.R7_ACKNOWLEDGE_LATE)) {
            acknowledged = acknowledged.max(reading.position().position());
        }
        return moved;
    }

    /** Copied chunks, then the floor (R2). */
    private void grant(SimulatedStream reading) {
        List<CopiedRange> ranges = new ArrayList<>();
        for (int index : chunks.in(ChunkState.COPIED)) {
            if (granted.add(index) && !world.without(Rule.R3_GATE)) {
                ranges.add(chunks.range(index));
            }
        }
        reading.grant(ranges, chunks.floor());
    }

    private boolean take() {
        List<Deque<Block>> filled =
                channels.stream().filter(channel -> !channel.isEmpty()).toList();
        if (filled.isEmpty()) {
            return false;
        }
        unflushed.add(filled.get(world.random().nextInt(filled.size())).removeFirst());
        return true;
    }

    private void flush() {
        target.flush(unflushed);
        unflushed.clear();
    }

    private void checkpoint() {
        Checkpoint taken =
                new Checkpoint(Optional.ofNullable(stream).map(SimulatedStream::position), List.copyOf(reports));
        boolean more = true;
        while (more) {
            more = take();
        }
        flush();
        if (world.chance(15)) {
            return; // timed out: flushed, yet never completed
        }
        checkpoints.add(taken);
        taken.stream().ifPresent(at -> acknowledged = acknowledged.max(at.mark()));
        taken.reports().forEach(attempt -> chunks.copied(attempt, checkpoints.size()));
        reports.removeAll(taken.reports());
        if (stream == null && chunks.allCopied()) {
            stream = newStream(StreamPosition.at(acknowledged));
        }
    }

    private void crash() {
        crashes++;
        int back = world.random().nextInt(10);
        int newest = checkpoints.size() - 1;
        if (newest < 0 || back >= 8) {
            restart(Optional.empty()); // evidence, slot and ledger alone
        } else {
            restart(Optional.of(
                    checkpoints.get(back < 6 ? newest : world.random().nextInt(newest + 1))));
        }
    }

    private void restart(Optional<Checkpoint> from) {
        channels.forEach(Deque::clear);
        unflushed.clear();
        reports.clear();
        // sent again: contained in a completed checkpoint
        from.ifPresent(restored -> restored.reports().forEach(attempt -> chunks.copied(attempt, 0)));
        chunks.restart();
        if (world.without(Rule.R1_BOUNDARY_FIRST) && acknowledged.equals(SourceModel.position(p0))) {
            p0 = source.size();
            acknowledged = SourceModel.position(p0);
        }
        StreamPosition resumed = from.flatMap(Checkpoint::stream)
                .filter(at -> at.position().covers(acknowledged))
                .orElse(StreamPosition.at(acknowledged));
        copy = new SimulatedCopy(world, p0, false);
        stream = world.woven() || chunks.allCopied() ? newStream(resumed) : null;
    }

    /** Runs it to its end; throws {@link Violation}. */
    void run() {
        boolean crashing = world.chance(60);
        int steps = world.random().nextInt(20, 121);
        for (int i = 0; i < steps; i++) {
            step(world.random().nextInt(100), crashing);
        }
        drain();
        flush();
        Map<Integer, String> expected = new TreeMap<>();
        source.rows().forEach((key, row) -> expected.put(key, SourceModel.line(key, row)));
        if (!target.rows().equals(expected)) {
            throw new Violation("target " + target.rows() + " source " + expected);
        }
        if (crashes == 0) {
            deliveries.requireExactlyOnce(source, chunks, p0);
        }
    }

    private void step(int what, boolean crashing) {
        if (what < 18) {
            source.write();
        } else if (what < 34) {
            copy.claim();
        } else if (what < 52) {
            read();
        } else if (what < 70) {
            stream();
        } else if (what < 84) {
            take();
        } else if (what < 88) {
            flush();
        } else if (what < 97) {
            checkpoint();
        } else if (crashing) {
            crash();
        }
    }

    /** The writers rest; everything comes to its end. */
    private void drain() {
        for (int i = 0; i < DRAIN_LIMIT; i++) {
            boolean moved = copy.claim();
            moved |= read();
            moved |= stream();
            checkpoint();
            if (!moved && chunks.allCopied() && stream != null && stream.atEnd()) {
                return;
            }
        }
        throw new Violation("the run does not end");
    }
}
