package io.trellara.handoff.sim;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.sim.SourceModel.Row;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Waves, claims and two chunk readers, as one life of the job has them; a crash ends it. */
final class SimulatedCopy {
    static final int READERS = 2;

    /** A chunk under way: its attempt and the lines not yet emitted. */
    private record Reading(ChunkRecord claim, List<String> lines) {}

    private final World world;
    private final SourceModel source;
    private final CopiedChunks chunks;
    private final int p0;
    private final Map<Integer, Reading> readers = new HashMap<>();
    private final Set<Integer> members = new TreeSet<>();
    private final Set<Integer> retries;
    private int wave;
    private int view;

    /** A new life; the first one has the run's own view, whose boundary is P0, for wave 0. */
    SimulatedCopy(World world, int p0, boolean first) {
        this.world = world;
        this.source = world.source();
        this.chunks = world.chunks();
        this.p0 = p0;
        this.retries = new HashSet<>(chunks.in(ChunkState.CLAIMED));
        if (first) {
            openWave(p0, Optional.of(p0));
        }
    }

    /** Members and floor are durable before the view is opened (R2). */
    private void openWave(int floor, Optional<Integer> ready) {
        List<Integer> planned = chunks.in(ChunkState.PLANNED);
        if (world.woven() && !planned.isEmpty()) {
            Collections.shuffle(planned, world.random());
            int least = retries.isEmpty() ? 1 : 0;
            planned = planned.subList(0, world.random().nextInt(least, planned.size() + 1));
        }
        members.addAll(planned);
        members.addAll(retries);
        retries.clear();
        wave++;
        members.forEach(index -> chunks.member(index, wave, SourceModel.position(floor)));
        if (ready.isEmpty() && world.lateViews()) {
            world.random().ints(world.random().nextInt(3)).forEach(i -> source.write());
        }
        view = ready.orElseGet(source::size);
    }

    /** Claims a chunk for an idle reader, or opens the next wave. */
    boolean claim() {
        List<Integer> idle = new ArrayList<>(List.of(0, 1));
        idle.removeAll(readers.keySet());
        if (idle.isEmpty()) {
            return false;
        }
        if (members.isEmpty()) {
            return nextWave();
        }
        int index = pick(new ArrayList<>(members));
        members.remove(index);
        ChunkRecord claim = chunks.claim(index, SourceModel.position(view), SourceModel.position(p0));
        List<String> lines = new ArrayList<>();
        source.view(view).forEach((key, row) -> addLine(lines, index, key, row));
        Collections.shuffle(lines, world.random());
        readers.put(pick(idle), new Reading(claim, lines));
        return true;
    }

    private void addLine(List<String> lines, int chunk, int key, Row row) {
        if (chunks.of(key) == chunk) {
            lines.add(SourceModel.line(key, row));
        }
    }

    private boolean nextWave() {
        boolean undurable = chunks.in(ChunkState.CLAIMED).stream().anyMatch(index -> !retries.contains(index));
        boolean left = !retries.isEmpty() || !chunks.in(ChunkState.PLANNED).isEmpty();
        if (undurable || !left) {
            return false;
        }
        openWave(world.woven() ? source.size() : p0, Optional.empty());
        return true;
    }

    private int pick(List<Integer> from) {
        return from.get(world.random().nextInt(from.size()));
    }

    /** What one step of a reader brings: a row for its channel, or the report of a chunk at its end. */
    record Step(int reader, Optional<Block> block, Optional<ChunkAttempt> report) {}

    /** One row of one reader. */
    Optional<Step> read() {
        if (readers.isEmpty()) {
            return Optional.empty();
        }
        int reader = pick(new ArrayList<>(readers.keySet()));
        Reading reading = readers.get(reader);
        if (reading == null) {
            throw new IllegalStateException("picked among the present ones");
        }
        if (reading.lines.isEmpty()) {
            readers.remove(reader);
            return Optional.of(new Step(reader, Optional.empty(), Optional.of(reading.claim.attempt())));
        }
        String line = reading.lines.remove(reading.lines.size() - 1);
        return Optional.of(new Step(reader, Optional.of(block(reading.claim, line)), Optional.empty()));
    }

    private static CopyBlock block(ChunkRecord claim, String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        Lsn boundary = claim.boundary().orElseThrow();
        boolean replace = claim.attempts() > 1;
        return new CopyBlock(0, 0, SourceModel.SCHEMA, claim.attempt(), boundary, replace, 1, bytes, bytes.length);
    }
}
